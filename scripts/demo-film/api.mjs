import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../tooling/project.mjs';

const POLL_MS = 100;
const MAX_WAIT_MS = 10 * 60_000;

/** Calls the public HTTP API of the service at `url`, and prints each call that changes something. */
export class Api {
  constructor(url) {
    this.url = url;
  }

  get(path) {
    return this.#call('GET', path);
  }

  post(path, body) {
    console.log(`POST ${path}`);
    return this.#call('POST', path, body);
  }

  /** Reads a resource until `isOver` says so of it. */
  async until(path, isOver) {
    const end = performance.now() + MAX_WAIT_MS;
    while (performance.now() < end) {
      const answer = await this.get(path);
      if (isOver(answer)) return answer;
      await sleep(POLL_MS);
    }
    throw new UserError(`GET ${path}: unfinished after ${MAX_WAIT_MS / 60_000} minutes`);
  }

  async bytes(path) {
    const answer = await fetch(this.url + path);
    if (!answer.ok) throw new UserError(`GET ${path} answered ${answer.status}`);
    return Buffer.from(await answer.arrayBuffer());
  }

  async #call(method, path, body) {
    const answer = await fetch(this.url + path, {
      method,
      ...(body && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    });
    const json = await answer.json();
    if (!answer.ok)
      throw new UserError(`${method} ${path} answered ${answer.status}: ${JSON.stringify(json)}`);
    return json;
  }
}
