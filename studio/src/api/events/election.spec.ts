import {
  type Election,
  type ElectionInput,
  type ElectionMessage,
  newElection,
  nextStep,
} from './election';

const at = (role: Election['role'], term = 3): Election => ({ tab: 'm', role, term });
const lead = (tab: string, term: number): ElectionInput => ({ type: 'lead', tab, term });
const claim = (tab: string, term: number): ElectionInput => ({ type: 'claim', tab, term });

describe('nextStep', () => {
  it.each<[string, Election, ElectionInput, Election['role'], ElectionMessage['type'] | undefined]>(
    [
      ['asks who leads', at('listening'), { type: 'start' }, 'listening', 'hello'],
      ['claims when nobody answers', at('listening'), { type: 'timeout' }, 'claiming', 'claim'],
      ['follows who answers', at('listening'), lead('z', 3), 'following', undefined],
      ['leads when nobody objects', at('claiming'), { type: 'timeout' }, 'leading', 'lead'],
      ['yields to a leader that lives', at('claiming'), lead('z', 2), 'following', undefined],
      ['yields to a better claim', at('claiming'), claim('a', 3), 'listening', undefined],
      ['yields to a later claim', at('claiming'), claim('z', 4), 'listening', undefined],
      ['insists against a worse claim', at('claiming'), claim('z', 3), 'claiming', 'claim'],
      ['answers as leader', at('leading'), { type: 'hello' }, 'leading', 'lead'],
      ['objects to a claim as leader', at('leading'), claim('a', 9), 'leading', 'lead'],
      ['steps down for a later term', at('leading'), lead('z', 4), 'following', undefined],
      ['steps down for the lower tab', at('leading'), lead('a', 3), 'following', undefined],
      ['stays against an earlier term', at('leading'), lead('a', 2), 'leading', 'lead'],
      ['claims when the leader closes', at('following'), { type: 'resign' }, 'claiming', 'claim'],
      ['claims from a silent leader', at('following'), { type: 'take_over' }, 'claiming', 'claim'],
      ['takes nothing over as leader', at('leading'), { type: 'take_over' }, 'leading', undefined],
      ['ignores hello as follower', at('following'), { type: 'hello' }, 'following', undefined],
      ['ignores a late timeout', at('following'), { type: 'timeout' }, 'following', undefined],
    ],
  )('%s', (_title, election, input, role, sent) => {
    const step = nextStep(election, input);
    expect(step.election.role).toBe(role);
    expect(step.send?.type).toBe(sent);
  });
});

/** Tabs on one channel: messages arrive in order, timeouts come when no message is left. */
class Channel {
  private readonly elections = new Map<string, Election>();
  private readonly waiting = new Set<string>();
  private readonly messages: { from: string; message: ElectionMessage }[] = [];

  input(tab: string, input: ElectionInput): void {
    const step = nextStep(this.elections.get(tab) ?? newElection(tab), input);
    this.elections.set(tab, step.election);
    if (step.send) this.messages.push({ from: tab, message: step.send });
    if (step.timeoutMs !== undefined) this.waiting.add(tab);
  }

  settle(): void {
    for (let round = 0; round < 50; round++) {
      const next = this.messages.shift();
      if (next) this.deliver(next.from, next.message);
      else {
        const due = [...this.waiting];
        this.waiting.clear();
        for (const tab of due) this.input(tab, { type: 'timeout' });
      }
    }
  }

  close(tab: string): void {
    this.elections.delete(tab);
    this.waiting.delete(tab);
    this.messages.push({ from: tab, message: { type: 'resign' } });
  }

  leaders(): string[] {
    return [...this.elections.values()]
      .filter(({ role }) => role === 'leading')
      .map(({ tab }) => tab);
  }

  private deliver(from: string, message: ElectionMessage): void {
    for (const tab of this.elections.keys()) if (tab !== from) this.input(tab, message);
  }
}

describe('an election among tabs', () => {
  it('ends with one leader when all start at once', () => {
    const channel = new Channel();
    for (const tab of ['c', 'a', 'b']) channel.input(tab, { type: 'start' });
    channel.settle();
    expect(channel.leaders()).toHaveLength(1);
  });

  it('ends with one other leader when the leader is closed', () => {
    const channel = new Channel();
    for (const tab of ['c', 'a', 'b']) channel.input(tab, { type: 'start' });
    channel.settle();
    const first = channel.leaders()[0] ?? '';
    channel.close(first);
    channel.settle();
    expect(channel.leaders()).toHaveLength(1);
    expect(channel.leaders()).not.toContain(first);
  });

  it('leaves the leader alone when a tab opens later', () => {
    const channel = new Channel();
    channel.input('b', { type: 'start' });
    channel.settle();
    channel.input('a', { type: 'start' });
    channel.settle();
    expect(channel.leaders()).toEqual(['b']);
  });
});
