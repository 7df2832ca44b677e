import { Injectable } from '@nestjs/common';

/** Rows that end with the account of their owner. */
export interface AccountRows {
  /** What they are, for the log. */
  readonly name: string;
  /** Internal ids of all who have some. */
  readonly owners: () => Promise<readonly string[]>;
  readonly deleteOf: (ownerIds: readonly string[]) => Promise<unknown>;
}

/** Modules say what ends with an account; agents delete it when an account is deleted. */
@Injectable()
export class AccountRowsRegistry {
  readonly all: AccountRows[] = [];

  add(rows: AccountRows): void {
    this.all.push(rows);
  }
}
