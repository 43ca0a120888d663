/** Whether the page is visible, and whether it is online. */
export interface PageSight {
  readonly isSeen: () => boolean
  readonly isOnline: () => boolean
  /** Calls `changed` when one of the two may have changed. */
  subscribe(changed: () => void): () => void
}

/** The page this runs in; without one it counts as seen and online. */
export function pageSight(): PageSight {
  const { document: page, navigator } = globalThis
  return {
    isSeen: () => page?.hidden !== true,
    isOnline: () => navigator?.onLine !== false,
    subscribe(changed) {
      if (!page) return () => {}
      page.addEventListener('visibilitychange', changed)
      addEventListener('online', changed)
      addEventListener('offline', changed)
      return () => {
        page.removeEventListener('visibilitychange', changed)
        removeEventListener('online', changed)
        removeEventListener('offline', changed)
      }
    },
  }
}
