/** What a message asks for, as far as the rules understand it. */
export type Intent =
  | { readonly kind: 'help' }
  | { readonly kind: 'thanks' }
  | {
      readonly kind: 'make';
      readonly what: 'image' | 'video';
      readonly prompt: string;
      readonly count: number;
    }
  /** `path`: of the picture; `null` is the latest. */
  | { readonly kind: 'animate'; readonly path: string | null; readonly prompt: string }
  | { readonly kind: 'find'; readonly type: MediaWord | null; readonly words: string }
  | { readonly kind: 'status'; readonly job: string | null }
  /** `job`: `null` is the latest. */
  | { readonly kind: 'cancel'; readonly job: string | null }
  /** Everything that waits. */
  | { readonly kind: 'cancel_all' }
  | { readonly kind: 'again' }
  | { readonly kind: 'workflows' }
  | { readonly kind: 'unknown' };

type MediaWord = 'image' | 'video' | 'audio';

const JOB = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const PATH = '(?:/media/)?([A-Za-z0-9][A-Za-z0-9._-]{0,195}\\.(?:png|jpe?g|webp|gif|avif))';
const IMAGE =
  'pictures?|images?|photos?|photographs?|drawings?|paintings?|illustrations?|renderings?';
const VIDEO = 'videos?|clips?|films?|movies?|animations?';
const AUDIO = 'sounds?|recordings?|audio|music';
const ANY = 'media|files?|things?|everything|library';
const COUNT = 'a|an|the|one|two|three|four|five|six|seven|eight|nine|ten|some|another|[0-9]{1,2}';
const PLEASE =
  "(?:(?:please|hey|now|and|then)[,]? )*(?:(?:can|could|would|will) you |i(?:’d|'d| would) like(?: you)? to |i want(?: you)? to |let(?:’s|'s) )?(?:please )?";
const MAKE = '(?:make|create|draw|generate|paint|render|produce|sketch|imagine|show)';

const NUMBERS: Readonly<Record<string, number>> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  some: 4,
};

/** Words and what they find; the first that matches counts. Messages are matched whole, in any case. */
const RULES: readonly (readonly [RegExp, (found: readonly string[]) => Intent])[] = [
  rule(
    '(?:help(?: me)?|hi|hello|hey|what can (?:you|i) do|what do you do|how does this work|commands)',
    () => ({
      kind: 'help',
    }),
  ),
  rule('(?:thanks|thank you|great|nice|cool|perfect|well done)(?: .*)?', () => ({
    kind: 'thanks',
  })),
  rule(`(?:status|progress|state)(?: of)?(?: (?:job )?(${JOB}))?`, ([job]) => status(job)),
  rule(
    `(?:what(?: is|’s|'s) (?:the )?(?:status|progress|running|going on|happening)|how far (?:is|are) .*|(?:is|are) (?:it|they|my .*|the .*) (?:done|ready|finished)(?: yet)?|(?:show |list )?(?:me )?(?:my |the )?(?:latest |last )?jobs|how(?:’s|'s| is) it going)`,
    () => status(''),
  ),
  rule(
    `(?:cancel|stop|abort)(?: (?:everything|all(?: (?:of )?(?:my |the )?(?:jobs|work))?|my jobs|the queue))`,
    () => ({ kind: 'cancel_all' }),
  ),
  rule(
    `(?:cancel|stop|abort)(?: (?:it|that|this|(?:the |my )?(?:last |latest )?(?:one|job|picture|video|clip)))?(?: (?:job )?(${JOB}))?`,
    ([job = '']) => ({ kind: 'cancel', job: job === '' ? null : job }),
  ),
  rule(
    '(?:(?:do|make) (?:it|that) )?again|another(?: one)?|one more|try again|rerun(?: it)?',
    () => ({
      kind: 'again',
    }),
  ),
  rule(
    '(?:list|show|what)(?: me)?(?: are)?(?: the| your| all)? workflows(?: are there| do you have)?',
    () => ({
      kind: 'workflows',
    }),
  ),
  rule(
    `animate (?:${PATH}|(?:it|that|this|(?:the|my) (?:last |latest |newest )?(?:${IMAGE}|one)))(?:(?:,|:| so that| with| as| and)? (.+))?`,
    ([path = '', prompt = '']) => animate(path, prompt),
  ),
  rule(
    `${MAKE}(?: me)? (?:${COUNT}) (?:${VIDEO}) (?:of|from|out of) (?:${PATH}|(?:it|that|this|(?:the|my) (?:last |latest |newest )?(?:${IMAGE})))(?:(?:,|:| so that| with| where| in which)? (.+))?`,
    ([path = '', prompt = '']) => animate(path, prompt),
  ),
  rule(
    `(?:find|search(?: for)?|look for|list|show(?: me)?|where (?:is|are))(?: me)?(?: all| my| the| any| our)*(?: (?:last|latest|newest|recent))? (?:(${IMAGE})|(${VIDEO})|(${AUDIO})|${ANY})(?:(?: (?:of|with|about|named|called|that show|showing|from|for|tagged))? (.+))?`,
    ([image, video, audio, words = '']) => ({
      kind: 'find',
      type: image ? 'image' : video ? 'video' : audio ? 'audio' : null,
      words: withoutArticle(words),
    }),
  ),
  rule('(?:find|search(?: for)?|look for) (.+)', ([words = '']) => ({
    kind: 'find',
    type: null,
    words: withoutArticle(words),
  })),
  rule(
    `${MAKE}(?: me)? (?:(${COUNT}) )?(?:new |more |different )?(?:(?:${IMAGE})|(${VIDEO}))(?:(?: (?:of|with|showing|that shows?|where|in which|about|from)|:|,)? (.+))`,
    ([count = '', video, prompt = '']) => ({
      kind: 'make',
      what: video ? 'video' : 'image',
      prompt,
      count: countOf(count),
    }),
  ),
  rule('(?:draw|paint|sketch|imagine)(?: me)? (.+)', ([prompt = '']) => ({
    kind: 'make',
    what: 'image',
    prompt,
    count: 1,
  })),
];

function rule(
  pattern: string,
  intent: (found: readonly string[]) => Intent,
): readonly [RegExp, (found: readonly string[]) => Intent] {
  return [new RegExp(`^${PLEASE}${pattern}$`, 'is'), intent];
}

const status = (job = ''): Intent => ({ kind: 'status', job: job === '' ? null : job });

const animate = (path: string, prompt: string): Intent => ({
  kind: 'animate',
  path: path === '' ? null : path,
  prompt,
});

function countOf(word: string): number {
  const count = NUMBERS[word.toLowerCase()] ?? Number(word);
  return Number.isInteger(count) && count > 0 ? count : 1;
}

const withoutArticle = (words: string): string => words.replace(/^(?:a|an|the|my|some) /i, '');

/** Longer messages are not commands. Characters. */
const MAX_COMMAND = 2_000;

/** Reads a message in plain English. */
export function understand(message: string): Intent {
  const text = command(message);
  if (text.length > MAX_COMMAND) return { kind: 'unknown' };
  for (const [pattern, intent] of RULES) {
    const match = pattern.exec(text);
    if (match) return intent(match.slice(1).map((group) => (group as string | undefined) ?? ''));
  }
  return { kind: 'unknown' };
}

/** The message on one line, without what ends a sentence. */
function command(message: string): string {
  const text = message.replace(/\s+/g, ' ').trim();
  let end = text.length;
  while (end > 0 && '.!? '.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end).replace(/,? please$/i, '');
}

const YES = /^(?:y|yes|yep|yeah|sure|ok|okay|do it|go|go ahead|please do|confirm|yes,? please)$/i;
const NO = /^(?:n|no|nope|don['’]?t|stop|cancel|never mind|no,? thanks?(?: you)?)$/i;

/** Whether a message answers a question: `null` for anything else. */
export function answerIn(message: string): 'yes' | 'no' | null {
  const text = command(message);
  if (YES.test(text)) return 'yes';
  return NO.test(text) ? 'no' : null;
}
