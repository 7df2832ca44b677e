import { Global, Module } from '@nestjs/common';
import { CredentialChecker } from '../../src/platform/access/credential-checker';

const nobodySigns: CredentialChecker = {
  credentialKind: () => Promise.resolve('nothing'),
  requireCaller: () => Promise.resolve(),
  recheck: () => Promise.resolve(),
};

/** Replaces the auth module in tests that choose the caller themselves. */
@Global()
@Module({
  providers: [{ provide: CredentialChecker, useValue: nobodySigns }],
  exports: [CredentialChecker],
})
export class NoCredentialsModule {}
