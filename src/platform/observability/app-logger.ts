import type { LoggerService } from '@nestjs/common';
import pino, { type DestinationStream, type Logger as Pino } from 'pino';
import type { LogLevel } from '../config/app-config';
import { requestContext } from '../http/request-context';
import { redactFields } from './redact-fields';

/** Loggers of Nest whose start messages only repeat what the code shows. */
const FRAMEWORK_LOGGERS: ReadonlySet<unknown> = new Set([
  'InstanceLoader',
  'NestApplication',
  'NestFactory',
  'RouterExplorer',
  'RoutesResolver',
]);

/**
 * Nest's logger over pino: JSON, one line each, with the id of the request that is being served. An object before the
 * message becomes fields, with secrets hidden: `logger.warn({ err, prompt_id }, 'the message')`.
 */
export class AppLogger implements LoggerService {
  private readonly pino: Pino;

  /** @param level read for each line, so that a changed configuration takes effect */
  constructor(
    private readonly level: () => LogLevel,
    destination: DestinationStream,
  ) {
    this.pino = pino(
      {
        level: level(),
        base: null,
        timestamp: pino.stdTimeFunctions.isoTime,
        formatters: { level: (label) => ({ level: label }) },
        // `redactFields` has already serialized the errors.
        serializers: { err: (fields: unknown) => fields },
        mixin: requestFields,
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
    this.write(FRAMEWORK_LOGGERS.has(rest.at(-1)) ? 'debug' : 'info', message, rest);
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
    const lowest = this.level();
    if (this.pino.level !== lowest) this.pino.level = lowest;
    if (!this.pino.isLevelEnabled(level)) return;
    const { fields, text } = logLine(message, rest);
    this.pino[level](redactFields(fields), text);
    if (level === 'error' || level === 'fatal') this.pino.flush();
  }
}

function requestFields(): object {
  const context = requestContext.getStore();
  return context ? { request_id: context.requestId } : {};
}

interface LogLine {
  readonly fields: object;
  readonly text: string;
}

/** Nest appends the logger's name as the last string, which becomes the field `context`. */
function logLine(message: unknown, rest: readonly unknown[]): LogLine {
  const strings = rest.filter((value): value is string => typeof value === 'string');
  const context = strings.at(-1);
  const contextField = context === undefined ? {} : { context };
  const earlierStrings = strings.slice(0, -1);
  if (message instanceof Error)
    return {
      fields: { ...contextField, err: message },
      text: earlierStrings[0] ?? message.message,
    };
  if (typeof message === 'object' && message !== null)
    return { fields: { ...message, ...contextField }, text: earlierStrings[0] ?? '' };
  return {
    fields: { ...contextField, ...passedError(rest, earlierStrings) },
    text: String(message),
  };
}

/** After a text, Nest passes an error either as an object or as its stack. */
function passedError(rest: readonly unknown[], strings: readonly string[]): object {
  const stack = strings.find((value) => value.includes('\n    at '));
  const error = rest.find((value) => value instanceof Error);
  return { ...(stack === undefined ? {} : { stack }), ...(error ? { err: error } : {}) };
}
