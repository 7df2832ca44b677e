import { databaseName } from './database-name';

describe('databaseName', () => {
  it.each([
    ['sqlite:/srv/kinora/kinora.sqlite', '/srv/kinora/kinora.sqlite'],
    ['postgres://kinora:hush@db.local:5433/media?password=hush', 'postgres://db.local:5433/media'],
    ['postgres://kinora:hush@[broken/media', 'PostgreSQL'],
  ])('%s is called %s', (url, name) => {
    expect(databaseName(url)).toBe(name);
  });
});
