import { createMemoryStorage } from '../../base/pageStorage.ts'
import { createKeyStore, type KeyStore } from '../../base/storage.ts'
import type { EngineContext } from '../../context.ts'

/** Keys of a widget that one tab has for itself, until it is closed; in memory where the browser has none or blocks it. */
export function openTabStore(
  { config: { id }, clock }: Pick<EngineContext, 'config' | 'clock'>,
  page: { readonly sessionStorage?: Storage } = globalThis,
): KeyStore {
  return createKeyStore({ id, store: storageOf(page) ?? createMemoryStorage(), clock })
}

/** The tab's store, unless it is blocked. */
export function storageOf(page: { readonly sessionStorage?: Storage }): Storage | undefined {
  try {
    return page.sessionStorage
  } catch {
    return undefined
  }
}
