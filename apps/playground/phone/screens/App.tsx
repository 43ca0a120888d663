import { useEffect, useRef, useState } from 'react'
import type { Phone } from '../wallet/phoneState.ts'
import { Home } from './Home.tsx'
import { PromptSheet } from './PromptSheet.tsx'
import { usePhone } from './usePhone.ts'
import { Words } from './Words.tsx'

export declare namespace App {
  interface Props {
    readonly phone: Phone
    readonly onReplace: (which: 'new' | 'stack') => void
  }
}

const relayWords = {
  idle: 'Ready',
  connecting: 'Connecting…',
  online: 'Online',
  offline: 'No connection to the relay',
} as const

/** The whole phone. */
export function App({ phone, onReplace }: App.Props) {
  const state = usePhone(phone)
  const [later, setLater] = useState<readonly string[]>([])
  const main = useRef<HTMLElement>(null)
  const open = state.prompts.find(({ id }) => !later.includes(id))
  const waiting = state.prompts.length - (open ? 1 : 0)
  // When a question was answered the page has the focus again, also where no button of it opened the sheet.
  const isAsked = open !== undefined
  const wasAsked = useRef(false)
  useEffect(() => {
    if (wasAsked.current && !isAsked) main.current?.focus()
    wasAsked.current = isAsked
  }, [isAsked])
  return (
    <>
      <header>
        <div className="top">
          <h1>Pocket</h1>
          <p className="relay" role="status" data-state={state.relay}>
            {relayWords[state.relay]}
          </p>
        </div>
        <p className="trying">
          <strong>For testing only: never real funds.</strong> A sample wallet in a browser tab. Its keys are
          stored unprotected.
        </p>
      </header>
      <main ref={main} tabIndex={-1}>
        {waiting > 0 && !open && (
          <button type="button" className="primary wide" onClick={() => setLater([])}>
            {waiting === 1 ? '1 request waiting' : `${waiting} requests waiting`}
          </button>
        )}
        <Home phone={phone} state={state} />
        <Words words={state.words} onReplace={onReplace} />
      </main>
      <div className="notices" role="status">
        {state.notices.map(({ id, text }) => (
          <p key={id} className="notice">
            {text}{' '}
            <button type="button" onClick={() => phone.dismiss(id)} aria-label={`Dismiss: ${text}`}>
              Dismiss
            </button>
          </p>
        ))}
      </div>
      {open && (
        <PromptSheet
          key={open.id}
          phone={phone}
          state={state}
          prompt={open}
          onLater={() => setLater(before => [...before, open.id])}
        />
      )}
    </>
  )
}
