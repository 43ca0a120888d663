import { StageContext, themeCss, tokensCss } from 'latchkey/ui'
import { createRoot } from 'react-dom/client'
import { meetOpener } from '../../boot/meetOpener.ts'
import { createPlace } from '../../screens/createPlace.ts'
import { ExportSheet } from './ExportSheet.tsx'
import { exportPort, exportReady, type FromExportWindow, type ToExportWindow } from './messages.ts'

/** Shows the key of the frame that opened this window, once its visitor presses; answers false when none did. */
export function mountExportWindow(view: Window & typeof globalThis): boolean {
  return meetOpener(view, { ready: exportReady, port: exportPort }, port => listen(view, port))
}

function listen(view: Window & typeof globalThis, port: MessagePort): void {
  let settle: ((answer: ToExportWindow) => void) | undefined
  const ask = (asked: FromExportWindow) =>
    new Promise<ToExportWindow>(resolve => {
      settle = resolve
      port.postMessage(asked)
    })
  port.onmessage = ({ data }: MessageEvent<ToExportWindow>) => {
    if (data.is !== 'theme') settle?.(data)
    else show(view, data, ask)
  }
}

function show(
  { document }: Window,
  { theme, address }: Extract<ToExportWindow, { is: 'theme' }>,
  ask: (asked: FromExportWindow) => Promise<ToExportWindow>,
): void {
  const { mode, variables, locale, dir } = theme
  const place = createPlace(document, {
    pageCss: `:root{color-scheme:${mode ?? 'light dark'};background:light-dark(#f6f6f4,#0e1014)}body{margin:0;padding:16px}`,
    leave: () => {},
  })
  place.host.dataset.theme = mode ?? 'system'
  place.host.dir = dir ?? 'ltr'
  place.dress(variables ? themeCss(variables).css : tokensCss())
  document.documentElement.lang = locale ?? 'en'
  createRoot(place.root).render(
    <StageContext value={place.surface}>
      <main className="link">
        <ExportSheet address={address} ask={ask} />
      </main>
    </StageContext>,
  )
}
