import type { TestKinora } from './kinora';

interface Documented {
  readonly requestBody: {
    readonly content: Record<'application/json', { examples: Record<string, { value: object }> }>;
  };
}

/** What a generate route's documented examples are answered, drawn up only, by their names. */
export async function answersToExamples(
  kinora: TestKinora,
  route: string,
): Promise<ReadonlyMap<string, number>> {
  const { body } = await kinora.get<{ paths: Record<string, { post: Documented }> }>(
    '/openapi.json',
  );
  const { examples } = body.paths[route]!.post.requestBody.content['application/json'];
  const answers = new Map<string, number>();
  for (const [name, { value }] of Object.entries(examples)) {
    const { status } = await kinora.post(route, { ...value, submit: false });
    answers.set(name, status);
  }
  return answers;
}
