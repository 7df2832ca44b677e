/** What the address of the page can ask for. It goes once it is done. */
export interface GenerateSearch {
  readonly workflow?: string;
  /** A job whose settings the form takes over, seed included. */
  readonly job?: string;
  /** The same without the seed. */
  readonly remix?: string;
  /** Media path of a file that the form takes as input. */
  readonly input?: string;
  /** Media path of what a new clip starts with. */
  readonly clip?: string;
  /** A character that joins the cast. */
  readonly character?: string;
}
