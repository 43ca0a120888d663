import type { ApiDocument, Operation } from './createDocument.ts'

/** The calls of a document, one by one. */
export function listOperations(
  document: ApiDocument,
): readonly { readonly method: string; readonly path: string; readonly operation: Operation }[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}
