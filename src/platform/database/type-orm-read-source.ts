import { Injectable } from '@nestjs/common';
import { InjectEntityManager } from '@nestjs/typeorm';
import { EntityManager } from 'typeorm';
import { ReadSource } from './read-source';

/** Name of the second data source. */
export const READ = 'read';

@Injectable()
export class TypeOrmReadSource extends ReadSource {
  constructor(@InjectEntityManager(READ) readonly manager: EntityManager) {
    super();
  }
}
