import type { FramePayload } from '../../contract/frame.ts'
import type { ViewName } from '../../contract/views.ts'
import type { Frame } from '../../embedded/openFrame.ts'
import type { ResolvedConfig } from '../../engine/base/config.ts'
import { oneOf } from '../../engine/base/oneOf.ts'
import { systemRandom } from '../../engine/base/random.ts'
import type { Stage } from '../../ui/stage/createStage.ts'
import type { Kept } from '../shell/useKept.ts'
import type { Widget } from '../shell/widget.ts'
import { readLocale } from '../texts/readLocale.ts'
import { createTranslate } from '../texts/translate.ts'
import { presetVariables } from '../theme/presetVariables.ts'
import { followNote } from './followNote.ts'
import { frameTexts } from './frameTexts.ts'

const createHolder = (): Kept<{ readonly stage: Stage; readonly frame: Promise<Frame> } | undefined> => ({
  value: undefined,
})

/**
 * Returns the wallet frame of a widget. The frame loads with its first use, stays on the stage and follows the widget's
 * theme.
 * @throws LatchkeyError IFRAME_NOT_SET without `endpoints.frame` or a stage, CHUNK_FAILED.
 */
export function frameOf(widget: Widget): Promise<Frame> {
  const stage = widget.stage()
  const kept = oneOf(widget, createHolder)
  const known = kept.value
  if (known && known.stage === stage) {
    // The page may have removed the stage, and the frame with it; the next use loads the frame again (F29).
    stage.place()
    return known.frame
  }
  // A widget that is mounted elsewhere has another stage; the frame on the old one is lost.
  void known?.frame.then(frame => frame.destroy())
  const frame = load(widget, stage)
  const made = stage && { stage, frame }
  kept.value = made
  frame.catch(() => {
    if (kept.value === made) kept.value = undefined
  })
  return frame
}

async function load(widget: Widget, stage: Stage | undefined): Promise<Frame> {
  const { ctx } = widget.engine
  const endpoint = ctx.config.endpoints?.frame
  const [{ openFrame }, { createError }] = await Promise.all([
    import('../../embedded/openFrame.ts'),
    import('../../contract/errors/createError.ts'),
  ])
  if (!stage || endpoint === undefined) throw createError('IFRAME_NOT_SET')
  // An iframe that is not in the page does not load.
  stage.place()
  let notifyAgain = () => {}
  const frame = openFrame({
    endpoint,
    projectId: ctx.config.projectId,
    stage,
    clock: ctx.clock,
    random: systemRandom,
    title: createTranslate(frameTexts, ctx.config.texts)('frame.title'),
    reloading: () => notifyAgain(),
  })
  notifyAgain = follow(widget, frame)
  return frame
}

/**
 * Sends the frame the widget's theme and the page's metadata, now and on each change, until the widget is destroyed.
 * The returned function sends them again, for a frame that has reloaded.
 */
function follow(widget: Widget, frame: Frame): () => void {
  const { ctx } = widget.engine
  let told: ResolvedConfig | undefined
  const notify = () => {
    const { config } = ctx
    if (frame.state === 'failed' || config === told) return
    told = config
    // An older frame without it stands in its own colours.
    frame.request('SYNC_THEME', lookOf(config)).catch(() => {})
    frame.request('SYNC_DAPP_DATA', dappOf(config)).catch(() => {})
  }
  const isShown = (view: ViewName) => {
    const { open, entry } = widget.snapshot().modal
    return open && entry.view === view
  }
  /** What the visitor has to decide is shown over whatever is, also where the widget was closed (SPEC §2). */
  function raise(): void {
    try {
      // Inline as well: the visitor returns to the interrupted view afterwards.
      if (widget.snapshot().modal.open) widget.push('ApproveTransaction')
      else widget.open('ApproveTransaction')
    } catch {
      // A widget outside the page shows nothing, and the visitor cannot approve an unseen request.
      frame.request('RPC_ABORT', {}).catch(() => {})
    }
  }
  const stops = [
    widget.subscribe(notify),
    // Escape is pressed in the frame, where the page does not hear it (DECISIONS T9).
    frame.on('ESCAPE', () => widget.back()),
    followNote(ctx, frame),
    frame.on('AREA', ({ screen }) => {
      if (screen !== 'APPROVE') widget.pass('ApproveTransaction')
      else if (!isShown('ApproveTransaction')) raise()
    }),
  ]
  ctx.signal.addEventListener('abort', () => {
    for (const stop of stops) stop()
    frame.destroy()
  })
  // Requests made before the frame is ready reach it in this order: theme and page metadata come first.
  notify()
  frame.whenReady().catch(cause => {
    const code = (cause as { code?: string }).code
    if (code === 'DESTROYED' || code === 'RPC_ABORTED') return
    ctx.alert(
      isAlert(code) ? code : 'IFRAME_LOAD_FAILED',
      (cause as { context?: Record<string, unknown> }).context,
    )
  })
  return () => {
    told = undefined
    notify()
  }
}

const alerts = [
  'IFRAME_LOAD_FAILED',
  'IFRAME_TIMEOUT',
  'FRAME_UNSUPPORTED',
  'APKT002',
  'APKT005',
  'APKT007',
] as const

function isAlert(code: string | undefined): code is (typeof alerts)[number] {
  return alerts.some(each => each === code)
}

function lookOf(config: ResolvedConfig): FramePayload<'SYNC_THEME'> {
  const { themeMode, themePreset, themeVariables, locale } = config
  const { lang, dir } = readLocale(locale)
  return {
    ...(themeMode && { mode: themeMode }),
    ...((themePreset || themeVariables) && {
      variables: { ...presetVariables(config) } as Record<string, string | number>,
    }),
    // A page without a locale leaves dates to the browser.
    ...(locale && { locale: lang, dir }),
  }
}

function dappOf({ metadata, networks }: ResolvedConfig): FramePayload<'SYNC_DAPP_DATA'> {
  return {
    ...(metadata && {
      metadata: {
        ...(metadata.name !== undefined && { name: metadata.name.slice(0, 200) }),
        ...(metadata.description !== undefined && { description: metadata.description.slice(0, 2_048) }),
        ...(metadata.url !== undefined && { url: metadata.url.slice(0, 2_048) }),
        ...(metadata.icons !== undefined && { icons: metadata.icons.slice(0, 8) }),
      },
    }),
    chains: networks.map(({ caipNetworkId }) => caipNetworkId).slice(0, 200),
  }
}
