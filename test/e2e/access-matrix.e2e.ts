import { Logger } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import { AppLogger } from '../../src/platform/observability/app-logger';
import { type RouteFacts, routeTable } from '../../src/platform/openapi/route-table';
import {
  type CallerCase,
  callersByRoute,
  expected,
  type Expected,
  caseForMethod,
} from '../support/access/callers';
import { responseText, leaksIn, secretsFrom } from '../support/access/leaks';
import type { OwnedResources } from '../support/access/owners';
import { ROUTES } from '../support/access/routes';
import { type ReceivedResponse, sendRouteRequest } from '../support/access/send-request';
import { StatementRecorder } from '../support/access/statements';
import { AccessSetup } from '../support/access/access-setup';
import { StreamReader } from '../support/stream-reader';

const targetOf = (name: string): string => name.split(' #')[0] ?? '';
const methodOf = (name: string): string => name.split(' ')[0] ?? '';
const MATRIX = callersByRoute(ROUTES).map(([route, fixture, caller]) => ({
  route,
  fixture,
  caller: caseForMethod(caller, methodOf(route)),
}));
const rows = (locked: boolean) =>
  MATRIX.filter(({ caller }) => caller.locked === locked).map(
    (cell) => [`${cell.route}: ${cell.caller.name}`, cell] as const,
  );
type Cell = (typeof MATRIX)[number];
interface Aim {
  readonly things?: OwnedResources;
  /** As X-Request-Id. */
  readonly id?: string;
  readonly method?: string;
}

describe('every route × every caller', () => {
  let setup: AccessSetup;
  let table: ReadonlyMap<string, RouteFacts>;
  let document: OpenAPIObject;
  let statements: StatementRecorder;
  const log: string[] = [];
  let walked = 0;
  /** Event streams of all callers, open during all tests. */
  let streams: { by: CallerCase['by']; reader: StreamReader }[];

  beforeAll(async () => {
    setup = await AccessSetup.start();
    statements = StatementRecorder.on(setup.kinora);
    Logger.overrideLogger(new AppLogger(() => 'trace', { write: (line) => void log.push(line) }));
    const routes = routeTable(setup.kinora.app.get(ModulesContainer));
    table = new Map(routes.map((route) => [`${route.method.toUpperCase()} ${route.path}`, route]));
    ({ body: document } = await setup.kinora.get<OpenAPIObject>('/openapi.json'));
    streams = await Promise.all([
      ...(['ann', 'ben', 'elsewhere', 'root'] as const).map((by) => follow(by, '/api/events')),
      follow('ben', `/api/jobs/${setup.owners.ben.running}/events`),
    ]);
  });
  afterAll(() => setup.close());

  async function follow(by: 'ann' | 'ben' | 'elsewhere' | 'root', path: string) {
    const { headers } = setup.owners[by].caller;
    const reader = await StreamReader.open(setup.kinora.url + path, { ...headers });
    return { by, reader };
  }

  it('covers exactly the existing routes', () => {
    const routed = Object.entries(ROUTES).filter(([, { unrouted }]) => unrouted !== true);
    expect([...new Set(routed.map(([name]) => targetOf(name)))].sort()).toEqual(
      [...table.keys()].sort(),
    );
  });

  it('the OpenAPI document says for each route who may call it', () => {
    const documented = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item as Record<string, Record<string, unknown>>).map(
        ([method, operation]) =>
          [`${method.toUpperCase()} ${path}`, operation['x-access']] as const,
      ),
    );
    expect(documented.length).toBeGreaterThan(20);
    for (const [route, word] of documented)
      expect([route, word]).toEqual([route, table.get(route)?.access]);
  });

  /** The requested resources: those of the cell's owner unless the fixture says otherwise. */
  async function call(cell: Cell, { things, id = '', method }: Aim): Promise<ReceivedResponse> {
    const { route, fixture, caller } = cell;
    const { owners, kinora } = setup;
    const by = owners[caller.by ?? 'ann'];
    const ask = (await fixture.ask?.(things ?? owners[caller.of], by)) ?? {};
    const target = targetOf(route).replace(/^\w+/, (own) => method ?? own);
    const signed = { ...caller.headers(setup), ...(id ? { 'X-Request-Id': id } : {}) };
    return sendRouteRequest(kinora, target, ask, { signed, stream: fixture.stream ?? false });
  }

  /** Creates a new resource for a request that will use it up. */
  async function things({ fixture, caller }: Cell, { status }: Expected): Promise<OwnedResources> {
    const of = setup.owners[caller.of];
    const isLetIn = fixture.uses !== undefined && status === fixture.ok;
    return isLetIn ? setup.fresh(of, fixture.uses) : of;
  }

  /** Response and SQL statements are the same for a foreign and an absent resource. */
  async function expectAsIfAbsent(cell: Cell, answer: ReceivedResponse): Promise<void> {
    const id = `absent-${walked}`;
    expect(answer).toEqual(await call(cell, { things: setup.nothing, id }));
    const sent = statements.of(id);
    expect(sent.length).toBeGreaterThan(0);
    expect(statements.of(`asked-${walked}`)).toEqual(sent);
  }

  /** What a refused request must not change. */
  const witness = async ({ fixture, caller }: Cell, wanted: Expected): Promise<unknown> => {
    const path = fixture.witness?.(setup.owners[caller.of]);
    if (path === undefined || wanted.status === fixture.ok) return null;
    const { status, body } = await setup.owners.root.caller.get(path);
    return { status, ...body, last_used_at: null };
  };

  async function walk(cell: Cell): Promise<void> {
    const { route, fixture, caller } = cell;
    const word = fixture.unrouted ? 'caller' : table.get(targetOf(route))?.access;
    const wanted = expected(caller, word, fixture);
    const before = await witness(cell, wanted);
    walked += 1;
    const answer = await call(cell, { things: await things(cell, wanted), id: `asked-${walked}` });
    expect([answer.status, ...(wanted.code ? [code(answer)] : [])]).toEqual([
      wanted.status,
      ...(wanted.code ? [wanted.code] : []),
    ]);
    expect(leaksIn(responseText(answer), secretsFrom(setup, caller))).toEqual([]);
    if (wanted.asIfAbsent) await expectAsIfAbsent(cell, answer);
    expect(await witness(cell, wanted)).toEqual(before);
    if (route.startsWith('GET') && !fixture.stream && wanted.status !== 200)
      await walkHead(cell, wanted);
  }

  async function walkHead(cell: Cell, wanted: Expected): Promise<void> {
    const answer = await call(cell, { method: 'HEAD' });
    // HEAD responses ignore ranges, because they have no body.
    const ranged = cell.route.includes('range') && wanted.status === cell.fixture.ok;
    expect([answer.status, answer.body]).toEqual([ranged ? 200 : wanted.status, '']);
    expect(leaksIn(responseText(answer), secretsFrom(setup, cell.caller))).toEqual([]);
  }

  describe('none is required', () => {
    beforeAll(() => setup.require(false));
    it.each(rows(false))('%s', (_, cell) => walk(cell));
  });

  describe('a key is required', () => {
    beforeAll(() => setup.require(true));
    it.each(rows(true))('%s', (_, cell) => walk(cell));
  });

  it('no event stream contained anything of another owner', () => {
    for (const { by, reader } of streams) {
      const received = JSON.stringify(reader.events);
      expect([by, leaksIn(received, secretsFrom(setup, { by }))]).toEqual([by, []]);
      expect(received).toContain(setup.owners[by ?? 'ann'].mark);
      reader.close();
    }
  });

  it('the log contains no key and no text of callers', () => {
    const { secrets, owners } = setup;
    const marks = Object.values(owners).map(({ mark }) => mark);
    expect(log.length).toBeGreaterThan(MATRIX.length);
    expect(leaksIn(log.join('\n'), [...secrets.never, ...marks])).toEqual([]);
  });

  it('the leak check itself detects a leak', async () => {
    const { ann, ben } = setup.owners;
    const received = JSON.stringify(streams.find(({ by }) => by === 'root')?.reader.events);
    for (const { mark } of [ann, ben]) expect(leaksIn(received, [mark])).toHaveLength(1);
    const classes = await setup.owners.root.caller.get('/api/comfy/object_info/LoadImage');
    expect(leaksIn(JSON.stringify(classes.body), setup.secrets.install)).toHaveLength(1);
    expect(secretsFrom(setup, { by: 'ben' })).toEqual(expect.arrayContaining([...ann.secrets]));
  });
});

const code = ({ body }: ReceivedResponse): unknown =>
  (JSON.parse(body) as Record<string, unknown>)['code'];
