import type { LoggerService } from '@nestjs/common';
import pino, { type DestinationStream, type Logger as Pino } from 'pino';
import type { LogLevel } from '../config/app-config';
import { requestContext } from '../http/request-context';

/** Names of fields that must never be readable in a log, wherever they turn up. */
const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'key',
  'api_key',
  'password',
  'headers',
  'prompt',
];

/** Loggers of Nest whose start messages only repeat what the code shows. */
const FRAMEWORK: ReadonlySet<unknown> = new Set([
  'InstanceLoader',
  'NestApplication',
  'NestFactory',
  'RouterExplorer',
  'RoutesResolver',
]);

const SECRETS = SECRET_FIELDS.flatMap((name) => [name, `*.${name}`]);

/**
 * Nest's logger over pino: JSON, one line each, with the id of the request that is being served. An object before the
 * message becomes fields: `logger.warn({ err, prompt_id }, 'the message')`.
 */
export class AppLogger implements LoggerService {
  private readonly pino: Pino;

  constructor(level: LogLevel, destination: DestinationStream) {
    this.pino = pino(
      {
        level,
        base: null,
        timestamp: pino.stdTimeFunctions.isoTime,
        formatters: { level: (label) => ({ level: label }) },
        redact: { paths: SECRETS, censor: '[hidden]' },
        serializers: { err: errorFields },
        mixin: () => requestFields(),
      },
      destination,
    );
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }
  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }
  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }
  log(message: unknown, ...rest: unknown[]): void {
    this.write(FRAMEWORK.has(rest.at(-1)) ? 'debug' : 'info', message, rest);
  }
  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }
  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  private write(
    level: Exclude<LogLevel, 'silent'>,
    message: unknown,
    rest: readonly unknown[],
  ): void {
    if (!this.pino.isLevelEnabled(level)) return;
    const { fields, text } = lineOf(message, rest);
    this.pino[level](fields, text);
  }
}

/** Selected fields only, because errors of drivers and clients may contain statements, parameters and headers. */
function errorFields(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return { message: String(thrown) };
  const { name, message, stack, cause } = thrown;
  const { code } = thrown as NodeJS.ErrnoException;
  return {
    type: name,
    message,
    ...(code === undefined ? {} : { code }),
    stack,
    ...(cause === undefined ? {} : { cause: errorFields(cause) }),
  };
}

function requestFields(): object {
  const context = requestContext.getStore();
  return context ? { request_id: context.requestId } : {};
}

/** Nest appends the logger's name, and passes errors as an error, as a stack, or inside of fields. */
export function lineOf(
  message: unknown,
  rest: readonly unknown[],
): { fields: Record<string, unknown>; text: string } {
  const words = rest.filter((one): one is string => typeof one === 'string');
  const context = words.at(-1);
  const named = context === undefined ? {} : { context };
  const others = words.slice(0, -1);
  if (message instanceof Error)
    return { fields: { ...named, err: message }, text: others[0] ?? message.message };
  if (typeof message === 'object' && message !== null)
    return { fields: { ...message, ...named }, text: others[0] ?? '' };
  const stack = others.find((one) => one.includes('\n    at '));
  const error = rest.find((one): one is Error => one instanceof Error);
  return {
    fields: {
      ...named,
      ...(stack === undefined ? {} : { stack }),
      ...(error ? { err: error } : {}),
    },
    text: String(message),
  };
}
