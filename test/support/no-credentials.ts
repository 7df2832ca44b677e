import { Global, Module } from '@nestjs/common';
import { CredentialVerdict } from '../../src/platform/access/credential-verdict';

const nobodySigns: CredentialVerdict = {
  signedBy: () => Promise.resolve('nothing'),
  admit: () => Promise.resolve(),
  confirm: () => Promise.resolve(),
};

/** Stands in for the auth room where a test says itself who calls. */
@Global()
@Module({
  providers: [{ provide: CredentialVerdict, useValue: nobodySigns }],
  exports: [CredentialVerdict],
})
export class NoCredentialsModule {}
