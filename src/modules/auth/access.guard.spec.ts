import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  AdminOnly,
  AnyCaller,
  PublicRoute,
  type RequestWithCaller,
} from '../../platform/access/access.decorators';
import { type Caller, UNRESTRICTED } from '../../platform/access/caller';
import { AdminRequired, MissingKey } from '../../platform/access/key.errors';
import { AccessGuard } from './access.guard';
import { RouteClosed } from './auth.errors';
import type { CallersService } from './callers.service';

@AnyCaller()
class Routes {
  open(): void {
    return undefined;
  }
  @AdminOnly()
  admin(): void {
    return undefined;
  }
  @PublicRoute()
  public(): void {
    return undefined;
  }
}

class Closed {
  route(): void {
    return undefined;
  }
}

const AGENT: Caller = { ...UNRESTRICTED, ownerId: 'o1', isAdmin: false };

/** Asks the guard about a handler, as a caller or as nobody. */
async function ask(
  controller: new () => object,
  handler: () => void,
  caller: Caller | null,
): Promise<Caller | undefined> {
  const request = {} as RequestWithCaller;
  const callers = {
    requireCaller: () => (caller ? Promise.resolve(caller) : Promise.reject(new MissingKey())),
  } as unknown as CallersService;
  const context = {
    getClass: () => controller,
    getHandler: () => handler,
    switchToHttp: () => ({ getRequest: () => request }),
  } as unknown as ExecutionContext;
  expect(await new AccessGuard(new Reflector(), callers).canActivate(context)).toBe(true);
  return request.caller;
}

const { open, admin, public: publicRoute } = Routes.prototype;

describe('AccessGuard', () => {
  it('sets the caller; the handler’s decorator takes precedence over the class’s', async () => {
    expect(await ask(Routes, open, AGENT)).toBe(AGENT);
    expect(await ask(Routes, admin, UNRESTRICTED)).toBe(UNRESTRICTED);
    await expect(ask(Routes, admin, AGENT)).rejects.toThrow(AdminRequired);
  });

  it('requires no credential on a public route', async () => {
    expect(await ask(Routes, publicRoute, null)).toBeUndefined();
    await expect(ask(Routes, open, null)).rejects.toThrow(MissingKey);
  });

  it('closes routes without a decorator, to admins too', async () => {
    await expect(ask(Closed, Closed.prototype.route, UNRESTRICTED)).rejects.toThrow(RouteClosed);
  });
});
