import type { FramePayload } from 'latchkey/services'
import { StageContext, themeCss, tokensCss } from 'latchkey/ui'
import { createRoot } from 'react-dom/client'
import { approveVariables } from '../approve/approveVariables.ts'
import type { Frame } from '../frame.ts'
import { touch } from '../lock/touch.ts'
import { createPlace } from './createPlace.ts'
import type { ScreenEntry } from './createScreens.ts'

/** The place of the screens, once React is there. */
export interface MountedScreens {
  /** Draws the top of the stack, or nothing. */
  draw(entry: ScreenEntry | undefined): void
  dress(theme: FramePayload<'SYNC_THEME'>): void
}

/** Creates the one root of the screens. Reports Escape to the page, which never receives a key pressed in here (T9). */
export function mountScreens(options: {
  readonly document: Document
  readonly frame: Frame
  readonly theme: FramePayload<'SYNC_THEME'>
  readonly emit: Frame['emit']
  /** The visitor is active in here; by default reported to the login of this page. */
  touched?(): void
  leave(): void
}): MountedScreens {
  const { document, frame, emit, touched = () => void touch(frame) } = options
  const place = createPlace(document, {
    css: '@layer views{.place{background:var(--lk-card);color:var(--lk-text)}}',
    // As bodies of the card scroll, whose colour of lines is not known out here.
    pageCss:
      ':root{scrollbar-width:thin;scrollbar-color:light-dark(rgb(20 22 26/.2),rgb(255 255 255/.2)) transparent}body{margin:0}',
    leave: options.leave,
  })
  const { host, surface } = place
  const root = createRoot(place.root)
  let shown: ScreenEntry | undefined

  const measure = () => {
    if (!shown) return
    // Nothing is laid out in a frame that is not shown yet.
    const size = Math.ceil(place.root.getBoundingClientRect().height) || shown.module.size
    emit('AREA', { screen: shown.name, size: Math.min(size, 4_096) })
  }
  const observer = new ResizeObserver(measure)
  // What its visitor does in here keeps the wallet open (T79).
  for (const type of ['pointerdown', 'keydown'] as const)
    document.addEventListener(type, ({ isTrusted }) => {
      if (isTrusted) touched()
    })
  document.addEventListener('keydown', event => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
    event.preventDefault()
    emit('ESCAPE', {})
  })

  let theme = options.theme

  function dress(next: FramePayload<'SYNC_THEME'>): void {
    theme = next
    wear()
  }

  function wear(): void {
    const { mode } = theme
    const variables =
      theme.variables && shown?.name === 'APPROVE' ? approveVariables(theme.variables) : theme.variables
    host.dataset.theme = mode ?? 'system'
    place.dress(variables ? themeCss(variables).css : tokensCss())
    // As its element in the page: otherwise browsers paint what no screen reaches, the last part of a pixel, white or black.
    document.documentElement.style.colorScheme = mode ?? 'light dark'
    place.speak(theme)
  }

  wear()
  return {
    dress,
    draw(entry) {
      const isOther = shown?.name !== entry?.name
      shown = entry
      if (isOther) wear()
      if (!entry) {
        root.render(null)
        emit('AREA', { screen: null, size: 0 })
        return
      }
      const { Screen, size } = entry.module
      root.render(
        <StageContext value={surface}>
          <Screen
            key={entry.key}
            frame={frame}
            data={entry.data}
            done={() => entry.finish('done')}
            close={() => entry.finish('closed')}
          />
        </StageContext>,
      )
      emit('AREA', { screen: entry.name, size })
      // A screen as high as the last one causes no resize event, so observe it again to measure it.
      observer.unobserve(place.root)
      observer.observe(place.root)
    },
  }
}
