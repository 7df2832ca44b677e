import {
  type Browser,
  type BrowserContext,
  chromium,
  type Page,
  type Request,
} from 'playwright-core';
import { engine } from './required-programs';

/** A window of a person who uses the Studio. */
export interface StudioWindow {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: 'light' | 'dark';
  /** A phone: touch, and no mouse. */
  readonly isPhone?: boolean;
}

const ARGUMENTS = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'];

/** Less than the time limit of a test, so that the failure names what did not appear. */
const TIMEOUT_MS = 150_000;

/** Answers of 4xx and 5xx, which tests cause on purpose, and a header that browsers ignore on plain HTTP. */
const EXPECTED = /^Failed to load resource|Cross-Origin-Opener-Policy header has been ignored/;

/** Chromium for tests of the Studio. Records what no page may do; `problems` returns these records and clears them. */
export class StudioBrowser {
  private readonly noted: string[] = [];
  /** Everything that pages asked the service for, oldest first: `GET /api/session`. */
  readonly requests: string[] = [];
  private readonly unanswered = new Map<Request, Page>();

  private constructor(
    private readonly browser: Browser,
    private readonly url: string,
  ) {}

  /** @param hosts names that lead to this machine, for pages that aren't on localhost */
  static async launch(url: string, hosts: readonly string[] = []): Promise<StudioBrowser> {
    const rules = hosts.map((host) => `MAP ${host} 127.0.0.1`).join(', ');
    const browser = await chromium.launch({
      executablePath: engine('chromium'),
      args: [...ARGUMENTS, ...(rules === '' ? [] : [`--host-resolver-rules=${rules}`])],
    });
    return new StudioBrowser(browser, url);
  }

  /** A browser profile of its own: its pages share cookies, storage and the event stream. */
  async profile({
    width = 1440,
    height = 900,
    theme = 'dark',
    isPhone = false,
  }: StudioWindow = {}): Promise<BrowserContext> {
    const profile = await this.browser.newContext({
      baseURL: this.url,
      viewport: { width, height },
      colorScheme: theme,
      // What fades in is there at once, as tests of contrast need it.
      reducedMotion: 'reduce',
      hasTouch: isPhone,
      isMobile: isPhone,
    });
    profile.setDefaultTimeout(TIMEOUT_MS);
    profile.on('page', (page) => this.watch(page));
    return profile;
  }

  /** Opens a path of the Studio in a new profile. */
  async open(path: string, window: StudioWindow = {}): Promise<Page> {
    const page = await (await this.profile(window)).newPage();
    await page.goto(path);
    return page;
  }

  /** Violations of the content policy, uncaught errors and requests to other hosts since the last call. */
  problems(): string[] {
    return this.noted.splice(0);
  }

  /** The pages that have a request under way to this path of the service, such as the event stream. */
  pagesReading(path: string): readonly Page[] {
    return [...this.unanswered]
      .filter(([request, page]) => !page.isClosed() && new URL(request.url()).pathname === path)
      .map(([, page]) => page);
  }

  async close(): Promise<void> {
    await this.browser.close();
  }

  private watch(page: Page): void {
    page.on('pageerror', (error) => this.noted.push(`uncaught: ${error.message}`));
    page.on('console', (message) => {
      const text = message.text();
      if (message.type() === 'error' && !EXPECTED.test(text)) this.noted.push(`console: ${text}`);
    });
    page.on('request', (request) => {
      const { protocol, port, pathname } = new URL(request.url());
      // The service has a port of its own; `blob:` and `data:` stay in the page.
      if (protocol.startsWith('http') && port !== new URL(this.url).port)
        this.noted.push(`another host: ${request.url()}`);
      this.requests.push(`${request.method()} ${pathname}`);
      this.unanswered.set(request, page);
    });
    page.on('requestfinished', (request) => this.unanswered.delete(request));
    page.on('requestfailed', (request) => this.unanswered.delete(request));
  }
}
