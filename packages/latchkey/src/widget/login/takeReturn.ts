import { socialReturnParameter } from '../../contract/socialReturn.ts'
import { type AwaitedSocial, awaitedSocial } from '../../engine/login/awaitedSocial.ts'
import type { Widget } from '../shell/widget.ts'

const returned = 'socialReturned'

/**
 * Takes the name of a login out of the page's address, and goes on with it where this browser began it here: anybody can
 * lead anybody to such an address (T52; SPEC §2 "result_uri").
 */
export async function takeReturn(widget: Widget, page: Window = window): Promise<void> {
  const url = new URL(page.location.href)
  const flow = url.searchParams.get(socialReturnParameter)
  if (flow === null) return
  url.searchParams.delete(socialReturnParameter)
  page.history.replaceState(page.history.state, '', url)
  const { storage } = widget.engine.ctx
  const awaited = await storage.read(awaitedSocial)
  await storage.remove(awaitedSocial)
  if (awaited?.flow !== flow) return
  widget.kept.set(returned, awaited)
  try {
    widget.open('ConnectingSocial')
  } catch {
    // Not in the page yet: its visitor begins again.
    widget.kept.delete(returned)
  }
}

/** What came back to this tab, once. */
export function takeReturned({ kept }: Widget): AwaitedSocial | undefined {
  const last = kept.get(returned) as AwaitedSocial | undefined
  kept.delete(returned)
  return last
}
