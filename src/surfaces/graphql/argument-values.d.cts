export function replaceIn(values: { getArgumentValues?: unknown }): void
