/** When long tables and lists are folded. */
export interface Folds {
  /** Rows and items beyond which a table and a list are folded. */
  readonly rows: number;
  readonly items: number;
}

/** Folding of a page that fits its bound. */
export const looseFolds: Folds = { rows: 50, items: 100 };
/** Folding of a page that would not fit. */
export const tightFolds: Folds = { rows: 15, items: 20 };
/** Nothing is folded. */
export const noFolds: Folds = { rows: Number.POSITIVE_INFINITY, items: Number.POSITIVE_INFINITY };

/** Rows and items of a folded table or list that are still shown. */
export const FOLDED_SHOWN = 10;
