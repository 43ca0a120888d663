/** How long a browser keeps what the wallet stores in a frame of another site: as long as the page, until it is quit, or for good. */
export type Memory = 'page' | 'run' | 'lasting'

/**
 * How long a browser with storage keeps a frame's data. No API reports it. WebKit, and with it every browser on an
 * iPhone, holds it in memory alone (seen in WebKitGTK 2.50: after it was quit, a frame's IndexedDB was empty and its
 * page's was not).
 */
export function memoryOf({ vendor }: Pick<Navigator, 'vendor'>): Exclude<Memory, 'page'> {
  return vendor.startsWith('Apple') ? 'run' : 'lasting'
}
