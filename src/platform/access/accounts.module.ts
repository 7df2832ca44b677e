import { Global, Module } from '@nestjs/common';
import { AccountRowsRegistry } from './account-rows';
import { OwnerNames } from './owner-names';
import { UnfinishedJobs } from './unfinished-jobs';

/** What modules tell one another about accounts: their names, their unfinished jobs, and the rows that end with them. */
@Global()
@Module({
  providers: [AccountRowsRegistry, OwnerNames, UnfinishedJobs],
  exports: [AccountRowsRegistry, OwnerNames, UnfinishedJobs],
})
export class AccountsModule {}
