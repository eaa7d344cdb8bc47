/** Elements that labels belong to. */
type Labelled = Element & { readonly labels: NodeListOf<HTMLLabelElement> | null };

/** The labels of each root by the element that they name. There only while a page is read. */
let index: WeakMap<Node, ReadonlyMap<Element, readonly HTMLLabelElement[]>> | undefined;

/**
 * Runs something that asks for many labels and changes nothing. The browser looks through the whole page for the labels
 * of each element, so meanwhile they are looked up once for all.
 */
export function withLabels<T>(run: () => T): T {
  index = new WeakMap();
  try {
    return run();
  } finally {
    index = undefined;
  }
}

/** The labels of a field, in tree order. */
export function labelsOf(field: Element): readonly HTMLLabelElement[] {
  if (!isLabelled(field)) return [];
  if (index === undefined) return [...(field.labels ?? [])];
  const root = field.getRootNode();
  let known = index.get(root);
  if (known === undefined) {
    known = labelsIn(root);
    index.set(root, known);
  }
  return known.get(field) ?? [];
}

function labelsIn(root: Node): ReadonlyMap<Element, readonly HTMLLabelElement[]> {
  const labels = new Map<Element, HTMLLabelElement[]>();
  if (!(root instanceof Document || root instanceof DocumentFragment || root instanceof Element)) return labels;
  for (const label of root.querySelectorAll("label")) {
    const field = label instanceof HTMLLabelElement ? label.control : null;
    if (field === null || !(label instanceof HTMLLabelElement)) continue;
    const known = labels.get(field);
    if (known === undefined) labels.set(field, [label]);
    else known.push(label);
  }
  return labels;
}

function isLabelled(element: Element): element is Labelled {
  return "labels" in element;
}
