/** A rule that cannot be tested from outside. */
interface UnseenRule {
  text: string;
  because: string;
  /** The test files of the server that show it. */
  shownBy: readonly string[];
}

export type Rule = string | UnseenRule;

/** The rules of each area by their keys. */
export type RuleList = Readonly<Record<string, Readonly<Record<string, Rule>>>>;
