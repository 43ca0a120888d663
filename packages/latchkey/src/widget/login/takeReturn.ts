import { oneOf } from '../../engine/base/oneOf.ts'
import { type AwaitedSocial, awaitedSocial } from '../../engine/flows/login/awaitedSocial.ts'
import { openTabStore, storageOf } from '../../engine/flows/login/tabStore.ts'
import { legalConsent } from '../connect/legalConsent.ts'
import type { Kept } from '../shell/useKept.ts'
import type { Widget } from '../shell/widget.ts'
import { cutReturn, returnIn } from './cutReturn.ts'
import { isVisit } from './isVisit.ts'

interface Returned {
  readonly awaited: AwaitedSocial
  /** The visit that goes on with it. */
  readonly key: number
}

const createReturned = (): Kept<Returned | undefined> => ({ value: undefined })

/**
 * Takes the name of a login out of the page's address, and resumes the login if this widget began it in this tab. Any
 * page can lead a visitor to such an address (T52; SPEC §2 "result_uri"). A login of another widget in the page stays
 * untouched.
 */
export function takeReturn(widget: Widget, page: Window = window): void {
  const url = new URL(page.location.href)
  const flow = returnIn(url)
  if (flow === undefined) return
  const store = openTabStore(widget.engine.ctx, page)
  const awaited = store.readNow(awaitedSocial)
  const isOurs = awaited?.flow === flow
  if (!isOurs && isAwaitedBeside(store.fullName(awaitedSocial), flow, storageOf(page))) return
  page.history.replaceState(page.history.state, '', cutReturn(url))
  if (!isOurs) return
  void store.remove(awaitedSocial)
  try {
    // Accepted before the visitor left for the provider.
    oneOf(widget, legalConsent).value = true
    widget.open('ConnectingSocial')
  } catch {
    // Not in the page yet: its visitor begins again.
    return
  }
  const { key } = widget.snapshot().modal.entry
  oneOf(widget, createReturned).value = { awaited, key }
}

/** Whether another widget sent this tab there: it finds the name where it is, however late it loads. */
function isAwaitedBeside(own: string, flow: string, store: Storage | undefined): boolean {
  if (!store || !/^[\w-]{1,64}$/.test(flow)) return false
  return Object.keys(store).some(
    key =>
      key !== own &&
      key.startsWith('@latchkey/') &&
      key.endsWith(`/${awaitedSocial.name}`) &&
      store.getItem(key)?.includes(`"${flow}"`),
  )
}

/** What came back to this tab, once, for the visit that goes on with it. */
export function takeReturned(widget: Widget): AwaitedSocial | undefined {
  const returned = oneOf(widget, createReturned)
  const last = returned.value
  returned.value = undefined
  return last && isVisit(widget, last.key) ? last.awaited : undefined
}
