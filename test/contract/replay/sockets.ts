import { plainGraph, sampledGraph } from '../../support/recorded-graphs';
import type { RecordedNode } from '../../support/recorded-node';
import type { RecordedSession } from '../../support/recorded-session';

/** Which client gets which events: late clients, reconnects, and clients that share an id. */
export function sockets(node: () => RecordedNode): void {
  const session = (): RecordedSession => node().session;

  it('continues with live events after a reconnect', async () => {
    const recorded = '582edfd9-20b7-408b-b6f5-c7f407b1a32f';
    const graph = sampledGraph({ seed: 20, steps: 60, prefix: 'rec' });
    const first = await session().listen('client-R');
    await session().post(graph, { client_id: 'client-R' }, recorded);
    await first.until('progress', ({ value }) => Number(value) > 1);
    await session().disconnect(first);
    const second = await session().listen('client-R');
    await session().expectFrames(first, 'ws_reconnect_1');
    await session().expectFrames(second, 'ws_reconnect_2');
    await session().disconnect(second);
  });

  it('lets a second socket of one id take over', async () => {
    const first = await session().listen('client-D');
    const second = await session().listen('client-D');
    const graph = plainGraph(210, 'dup');
    await session().post(graph, { client_id: 'client-D' }, '17bcaa69-c16c-4390-b224-6c57988eff69');
    await session().expectFrames(second, 'ws_same_client_id_socket2');
    await session().expectFrames(first, 'ws_same_client_id_socket1');
    await session().disconnect(first);
    await session().disconnect(second);
  });

  it('drops the second socket when the first one closes', async () => {
    const first = await session().listen('client-F');
    const second = await session().listen('client-F');
    await session().disconnect(first);
    await session().replay('prompt_old_socket_closed');
    await session().idle();
    await session().expectFrames(second, 'ws_same_client_id_old_socket_closes_2');
    await session().disconnect(second);
  });

  it('replays nothing to a client that connects after the end', async () => {
    await session().replay('prompt_ws_late');
    await session().idle();
    const late = await session().listen('client-L');
    expect(late.frames).toHaveLength(1);
    await session().disconnect(late);
  });

  it('informs a client that connects during a run which node is running', async () => {
    await session().replay('prompt_ws_join_mid');
    const id = session().id('f02de621-8904-4c6b-a975-5d1b7dd6dba1');
    await session().sampling('client-M');
    const joined = await session().listen('client-M');
    await session().expectFrames(joined, 'ws_join_mid');
    await session().finished(id);
    await session().disconnect(joined);
  });

  it('ignores client messages and answers pings', async () => {
    const talking = await session().listen('client-X');
    talking.socket.send('not json');
    const pinging = await session().listen('client-P');
    const answered = new Promise((resolve) => pinging.socket.once('pong', resolve));
    pinging.socket.ping();
    await answered;
    await session().expectFrames(talking, 'ws_invalid_text');
    await session().expectFrames(pinging, 'ws_ping');
    await session().disconnect(talking);
    await session().disconnect(pinging);
  });

  it('broadcasts the interruption of a prompt without a client', async () => {
    const anybody = await session().listen('client-I');
    const recorded = '942b7008-892a-4523-bca6-0802ad9416ad';
    const graph = sampledGraph({ seed: 77, steps: 2000 });
    await session().send({ method: 'POST', path: '/free', body: '{"free_memory": true}' });
    const id = await session().post(graph, {}, recorded);
    await anybody.until('progress', ({ value }) => Number(value) > 1);
    const body = JSON.stringify({ prompt_id: id });
    await session().send({ method: 'POST', path: '/interrupt', body });
    await session().expectFrames(anybody, 'ws_interrupted_no_client_id');
    await session().disconnect(anybody);
  });

  it('accepts a prompt id chosen by the client', async () => {
    const owner = await session().listen('client-U');
    const prompt_id = '71407a70-a465-4f0e-b496-d483940e8d43';
    await session().post(plainGraph(4711, 'u'), { client_id: 'client-U', prompt_id });
    await session().expectFrames(owner, 'ws_client_chosen_id');
    await session().disconnect(owner);
  });
}
