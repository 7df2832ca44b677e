/** How many of the newest rows are read, for each position wanted, before the index of words is asked. */
const ROWS_PER_POSITION = 5;
/** Beyond this many, dividing the library into parts saves little. */
export const MAX_WANTED = 1_000;

/** What the index holds of each position, written as in its definition (migration 0049): the spans of time that it lies in, of two minutes (2²⁷ µs) to nine years. */
const SPANS = `ARRAY[${[27, 30, 33, 36, 39, 42, 45, 48].map((power) => `position >> ${power}`).join(', ')}]`;

/**
 * SQL for PostgreSQL that selects the newest positions that match.
 *
 * To order matches takes longer the more there are. So it selects from the newest rows, then from one part of the library after
 * the other, each older and about four times as long, and at last from the rest; PostgreSQL ends as soon as it has enough. The
 * parts begin with the span of time of the newest rows, so that they suit a library of any size. In the statement, a part begins
 * at a multiple of 2 to the `power` of microseconds, and is looked up by indexed spans of 2 to the `span`.
 * @param matches a condition on the columns of the index
 * @param bounds a condition on `position`
 */
export function newestMatches(matches: string, bounds: string, limit: number): string {
  // `position + 0` keeps PostgreSQL from reading along the index of positions: it can't know how few matches are left there.
  const within = (condition: string): string =>
    `(SELECT position FROM media_words WHERE ${matches} AND ${bounds} AND ${condition} ORDER BY position + 0 DESC LIMIT ${limit})`;
  const rows = ROWS_PER_POSITION * limit;
  const inPart = within(
    `${SPANS} && ARRAY(SELECT GENERATE_SERIES(since >> span, until - 1 >> span)) AND position + 0 >= since AND position + 0 < until`,
  );
  const inRest = within('position + 0 < (SELECT MIN(since) FROM parts)');
  return `
    WITH newest AS MATERIALIZED (
      SELECT position, ${matches} AS found FROM media_words WHERE ${bounds} ORDER BY position DESC LIMIT ${rows}
    ), looked_at AS (
      SELECT MIN(position) AS oldest, CAST(CEIL(LN(MAX(position) - MIN(position) + 1) / LN(2)) AS int) AS power
      FROM newest HAVING COUNT(*) = ${rows}
    ), lengths AS (
      SELECT oldest, LEAST(GREATEST(power, 27), 42) + step AS power
      FROM looked_at CROSS JOIN (VALUES (0), (2), (4), (6), (8)) AS steps (step)
    ), starts AS (
      SELECT oldest, power, ((oldest >> power) - 1) << power AS since FROM lengths
    ), parts AS MATERIALIZED (
      SELECT LAG(since, 1, oldest) OVER (ORDER BY power) AS until, since, power / 3 * 3 AS span FROM starts ORDER BY power
    )
    SELECT position FROM (
      SELECT position FROM newest WHERE found
      UNION ALL SELECT position FROM parts CROSS JOIN LATERAL ${inPart} AS older
      UNION ALL ${inRest}
    ) AS found LIMIT ${limit}`;
}
