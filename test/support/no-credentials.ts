import { Global, Module } from '@nestjs/common';
import { UNRESTRICTED } from '../../src/platform/access/caller';
import { CallerWatch } from '../../src/platform/access/caller-watch';
import { CredentialChecker } from '../../src/platform/access/credential-checker';

const nobodySigns: CredentialChecker = {
  credentialKind: () => Promise.resolve('nothing'),
  requireCaller: () => Promise.resolve(UNRESTRICTED),
  recheck: () => Promise.resolve(),
  issuer: ({ ownerId }) => Promise.resolve({ ...UNRESTRICTED, ownerId }),
};

const nobodyLosesAccess: CallerWatch = {
  watch: () => ({ signal: new AbortController().signal, end: null, release: () => undefined }),
};

/** Replaces the auth module in tests that choose the caller themselves. */
@Global()
@Module({
  providers: [
    { provide: CallerWatch, useValue: nobodyLosesAccess },
    { provide: CredentialChecker, useValue: nobodySigns },
  ],
  exports: [CallerWatch, CredentialChecker],
})
export class NoCredentialsModule {}
