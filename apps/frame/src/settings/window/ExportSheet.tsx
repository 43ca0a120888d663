import { Button, Field, useCss } from 'latchkey/ui'
import { Fragment, useEffect, useState } from 'react'
import linkCss from '../../link/link.css'
import { LoginPanel } from '../../login/screens/LoginPanel.tsx'
import { useWork } from '../../login/screens/useWork.ts'
import type { ExportedKey } from '../exportKey.ts'
import { settingsTexts as t } from '../settingsTexts.ts'
import css from './export.css'
import type { FromExportWindow, ToExportWindow } from './messages.ts'

/** Milliseconds for which the words stay (reference §2.6). */
const reveal = 60_000

/** The key at the top level of the wallet's origin: a kit to download, and the words for a minute. */
export function ExportSheet({
  address,
  ask,
}: {
  readonly address: string
  readonly ask: (asked: FromExportWindow) => Promise<ToExportWindow>
}) {
  useCss(linkCss)
  useCss(css)
  const [code, setCode] = useState('')
  const [shown, setShown] = useState<ExportedKey>()
  const [isDone, setDone] = useState(false)
  const kit = useWork()
  const words = useWork()
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => setShown(undefined), reveal)
    return () => clearTimeout(timer)
  }, [shown])

  async function get<K extends ToExportWindow['is']>(asked: FromExportWindow, is: K) {
    const answer = await ask(asked)
    if (answer.is === 'failed') throw new Error(answer.why)
    if (answer.is !== is) throw new Error(t['login.failed'])
    return answer as Extract<ToExportWindow, { is: K }>
  }

  const failure = words.failure ?? kit.failure
  const why = failure instanceof Error ? failure.message : undefined
  if (shown)
    return (
      <LoginPanel title={t['export.wordsTitle']} hint={t['export.wordsHint']}>
        <ol className="export-words" dir="ltr">
          {shown.words.split(' ').map((word, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a word may come twice, and none moves
            <li key={at}>
              <span className="export-place">{at + 1}.</span> {word}
            </li>
          ))}
        </ol>
        <p className="login-note">{t['export.smart']}</p>
        {(
          [
            [t['export.evm'], shown.evm],
            [t['export.solana'], shown.solana],
            [t['export.hex'], shown.hex],
          ] as const
        ).map(([label, key]) => (
          <Fragment key={label}>
            <p className="login-note">{label}</p>
            <p className="export-hex" dir="ltr">
              {key}
            </p>
          </Fragment>
        ))}
        <div className="login-actions">
          <Button tone="primary" wide onClick={() => setShown(undefined)}>
            {t['export.hide']}
          </Button>
        </div>
      </LoginPanel>
    )
  return (
    <LoginPanel
      title={t['export.title']}
      hint={t['export.hint']}
      onSubmit={() => {
        words.clear()
        kit.run(async () => {
          setDone(false)
          const { page } = await get({ is: 'kit', code }, 'kit')
          download(page, `wallet-kit-${address.slice(2, 8)}.html`)
          setDone(true)
        })
      }}
    >
      <p className="login-note">{t['settings.exportKit']}</p>
      <Field
        label={t['export.code']}
        hint={t['export.codeHint']}
        value={code}
        maxLength={200}
        autoCapitalize="characters"
        dir="ltr"
        onValue={text => {
          setCode(text)
          kit.clear()
        }}
      />
      {why === undefined ? null : (
        <p className="login-error" role="alert">
          {t['export.failed'].replace('{why}', why)}
        </p>
      )}
      {isDone ? (
        <p className="login-note" role="status">
          {t['export.kitDone']}
        </p>
      ) : null}
      <div className="login-actions">
        <Button tone="primary" wide type="submit" loading={kit.isBusy}>
          {t['export.kit']}
        </Button>
      </div>
      <p className="login-note">{t['settings.exportWords']}</p>
      <div className="login-actions">
        <Button
          tone="danger"
          wide
          loading={words.isBusy}
          onClick={() => words.run(async () => setShown(await get({ is: 'words' }, 'words')))}
        >
          {t['export.words']}
        </Button>
      </div>
    </LoginPanel>
  )
}

function download(page: string, name: string): void {
  const url = URL.createObjectURL(new Blob([page], { type: 'text/html' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Not at once: the browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
