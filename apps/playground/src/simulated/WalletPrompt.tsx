import type { ScriptControl } from '@latchkey/testing'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import './prompt.css'

export declare namespace WalletPrompt {
  interface Props {
    /** A simulated wallet, whatever its namespace. */
    readonly wallet: {
      readonly info: { readonly name: string; readonly icon: string }
      readonly control: ScriptControl
    }
  }
}

/**
 * The window of a simulated wallet in mode "ask". A modal dialog of its own, so that it lies above the widget as an
 * extension's window does.
 */
export function WalletPrompt({ wallet }: WalletPrompt.Props) {
  const { control, info } = wallet
  const pending = useSyncExternalStore(control.subscribe, () => control.pending)
  const dialog = useRef<HTMLDialogElement>(null)
  const request = pending.find(each => each.reason === 'ask')
  const id = request?.id
  useEffect(() => {
    if (id === undefined) dialog.current?.close()
    else if (dialog.current?.open === false) dialog.current.showModal()
  }, [id])
  return (
    <dialog
      ref={dialog}
      className="wallet-prompt"
      aria-label={`${info.name} asks`}
      onClose={event => {
        // Escape closes it whatever the page says to that. What came meanwhile is asked already.
        if (request && !event.currentTarget.open) control.reject(request.id)
      }}
    >
      <p className="wallet-prompt-name">
        <img src={info.icon} alt="" width={28} height={28} /> {info.name}
      </p>
      <p>{location.host} asks for</p>
      <p>
        <code>{request?.method}</code>
      </p>
      <div className="wallet-prompt-actions">
        <button type="button" onClick={() => request && control.reject(request.id)}>
          Reject
        </button>
        <button type="button" onClick={() => request && control.approve(request.id)}>
          Approve
        </button>
      </div>
    </dialog>
  )
}
