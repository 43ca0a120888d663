import { meetOpener } from '../../boot/meetOpener.ts'
import { inTurn } from '../../provider/inTurn.ts'
import { drawPage } from '../../screens/drawPage.tsx'
import { settingsTexts } from '../settingsTexts.ts'
import { ExportSheet } from './ExportSheet.tsx'
import { exportPort, exportReady, type FromExportWindow, type ToExportWindow } from './messages.ts'

const over: ToExportWindow = { is: 'failed', why: settingsTexts['export.over'] }

/** Shows the key of the frame that opened this window, once its visitor presses; answers false when none did. */
export function mountExportWindow(view: Window & typeof globalThis): boolean {
  return meetOpener(view, { ready: exportReady, port: exportPort }, port => listen(view, port))
}

function listen(view: Window & typeof globalThis, port: MessagePort): void {
  let settle: ((answer: ToExportWindow) => void) | undefined
  let isOver = false
  // An answer does not say to which question: the next one is asked after it.
  const takeTurn = inTurn(1)
  const ask = (asked: FromExportWindow) =>
    takeTurn(
      () =>
        new Promise<ToExportWindow>(resolve => {
          settle = resolve
          if (isOver) resolve(over)
          else port.postMessage(asked)
        }),
    )
  port.onmessage = ({ data }: MessageEvent<ToExportWindow>) => {
    if (data.is === 'over') {
      isOver = true
      settle?.(over)
    } else if (data.is !== 'theme') settle?.(data)
    else {
      const { theme, address } = data
      drawPage(
        view.document,
        <main className="link">
          <ExportSheet address={address} ask={ask} />
        </main>,
        { theme },
      )
    }
  }
}
