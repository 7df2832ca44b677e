import { Injectable } from '@nestjs/common';

/** Rows that end with the account of their owner. */
export interface AccountRows {
  /** Internal ids of all who have some. */
  owners(): Promise<readonly string[]>;
  deleteOf(ownerIds: readonly string[]): Promise<unknown>;
}

/** Modules say what ends with an account; agents delete it when an account is deleted. */
@Injectable()
export class AccountRowsRegistry {
  /** By what the log calls them. */
  readonly all = new Map<string, AccountRows>();

  add(name: string, rows: AccountRows): void {
    this.all.set(name, rows);
  }
}
