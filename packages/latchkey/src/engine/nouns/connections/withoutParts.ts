import type { ChainNamespace } from '../../../contract/caip.ts'
import type { Connection } from '../../../contract/connection.ts'

/** The connections without some namespaces of one of them, or without all of it where none are named. Pure. */
export function withoutParts(
  all: readonly Connection[],
  id: string,
  gone: readonly ChainNamespace[] | undefined,
): readonly Connection[] {
  return all.flatMap(connection => {
    if (connection.id !== id) return [connection]
    const left = Object.entries(connection.namespaces).filter(([ns]) => gone && !gone.includes(ns))
    return left.length > 0 ? [{ ...connection, namespaces: Object.fromEntries(left) }] : []
  })
}
