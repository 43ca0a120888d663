import { useState } from 'react'
import { check, close, copy } from '../icon/shapes.ts'
import { IconButton } from '../iconbutton/IconButton.tsx'
import { useCss } from '../stage/useCss.ts'
import css from './copy.css'
import { copyText } from './copyText.ts'

const shapes = { ready: copy, copied: check, failed: close }

export declare namespace CopyButton {
  interface Props {
    readonly text: string
    readonly label: string
    /** Read out, and shown by a tick for a moment. */
    readonly copiedLabel: string
    readonly failedLabel: string
    readonly onCopied?: () => void
  }
}

/** Copies a text at a press and says so. */
export function CopyButton({ text, label, copiedLabel, failedLabel, onCopied }: CopyButton.Props) {
  const stage = useCss(css)
  const [state, setState] = useState<keyof typeof shapes>('ready')
  const labels = { ready: label, copied: copiedLabel, failed: failedLabel }
  return (
    <span className="copy" data-state={state} onAnimationEnd={() => setState('ready')}>
      <IconButton
        part="copy"
        shape={shapes[state]}
        size={18}
        label={labels[state]}
        onClick={async event => {
          const copied = await copyText(text, event.currentTarget)
          const next = copied ? 'copied' : 'failed'
          setState(next)
          stage?.announce(labels[next], copied ? 'polite' : 'assertive')
          if (copied) onCopied?.()
        }}
      />
    </span>
  )
}
