import { JobCache } from '../../src/modules/jobs/records/job-cache';
import { leaksIn } from '../support/access/leaks';
import type { OwnedResources } from '../support/access/owners';
import type { RouteFixture } from '../support/access/route-fixture';
import { ROUTES } from '../support/access/routes';
import { type ReceivedResponse, sendRouteRequest } from '../support/access/send-request';
import { AccessSetup } from '../support/access/access-setup';
import { StatementLog } from '../support/statement-log';

interface Told {
  readonly answer: ReceivedResponse;
  readonly statements: readonly string[];
}

/** Routes of resources that only the owner and admins may see. */
const OWNED = Object.entries(ROUTES).filter(([, { others }]) => others === 404);
/** Filters by the id of a resource. They treat another owner's id like an absent one. */
const NAMING = Object.entries(ROUTES).filter(([name]) =>
  /#(by id|words|of a job|of another owner|history of a job)$/.test(name),
);

describe('404 is the same for foreign and for absent resources', () => {
  let setup: AccessSetup;
  let statements: StatementLog;
  let count = 0;
  beforeAll(async () => {
    setup = await AccessSetup.start();
    setup.require(true);
    statements = StatementLog.of(setup.kinora.app);
  });
  afterAll(() => setup.close());

  /** Requested by Ben, who owns none of it. */
  async function ask(route: string, fixture: RouteFixture, of: OwnedResources): Promise<Told> {
    const { ben } = setup.owners;
    const id = `sameness-${(count += 1)}`;
    const asked = (await fixture.ask?.(of, ben)) ?? {};
    const signed = { ...ben.caller.headers, 'X-Request-Id': id };
    // As if a job had changed: kept answers need no statements.
    setup.kinora.app.get(JobCache).invalidate(id);
    const answer = await sendRouteRequest(setup.kinora, route.split(' #')[0] ?? '', asked, {
      signed,
    });
    return { answer, statements: statements.sentBy(id) };
  }

  /** A foreign and an absent resource, in both orders, so that the order makes no difference. */
  async function both(route: string, fixture: RouteFixture): Promise<[Told, Told]> {
    await ask(route, fixture, setup.owners.ann);
    const nothing = await ask(route, fixture, setup.nothing);
    const foreign = await ask(route, fixture, setup.owners.ann);
    expect(await ask(route, fixture, setup.nothing)).toEqual(nothing);
    return [foreign, nothing];
  }

  it.each(OWNED)('%s: status, headers, body and statements', async (route, fixture) => {
    const [foreign, nothing] = await both(route, fixture);
    expect(foreign).toEqual(nothing);
    expect(foreign.answer.status).toBe(404);
    expect(foreign.statements.length).toBeGreaterThan(0);
  });

  it.each(NAMING)('%s: status, headers, body and statements', async (route, fixture) => {
    const [foreign, nothing] = await both(route, fixture);
    expect(foreign).toEqual(nothing);
    expect(leaksIn(foreign.answer.body, setup.owners.ann.secrets)).toEqual([]);
  });

  it('the comparison detects a difference: the owner’s own answers differ', async () => {
    const route = 'GET /api/jobs/{prompt_id}';
    const [mine, nothing] = [
      await ask(route, ROUTES[route]!, setup.owners.ben),
      await ask(route, ROUTES[route]!, setup.nothing),
    ];
    expect([mine.answer.status, nothing.answer.status]).toEqual([200, 404]);
    expect(NAMING.length).toBeGreaterThanOrEqual(5);
    expect(OWNED.length).toBeGreaterThanOrEqual(15);
  });

  it('each request looks up its key once', async () => {
    const route = 'GET /api/jobs/{prompt_id}';
    const { statements: sent } = await ask(route, ROUTES[route]!, setup.owners.ann);
    expect(sent.filter((sql) => (sql.split('WHERE')[1] ?? '').includes('key_hash'))).toHaveLength(
      1,
    );
    expect(sent).toHaveLength(2);
  });
});
