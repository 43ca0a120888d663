import { useEffect } from 'react'
import { Icon } from '../../ui/icon/Icon.tsx'
import { info, warning } from '../../ui/icon/shapes.ts'
import { useCss } from '../../ui/stage/useCss.ts'
import { useWidget } from '../shell/useWidget.ts'
import css from './note.css'

export declare namespace SendNote {
  interface Props {
    /** Default 'plain'. */
    readonly tone?: 'plain' | 'warning' | 'danger'
    readonly text: string
    readonly detail?: string | undefined
  }
}

/**
 * A note before sending, with an icon, so that color alone carries no meaning; a danger appears late and is announced.
 */
export function SendNote({ tone = 'plain', text, detail }: SendNote.Props) {
  useCss(css)
  const { announce } = useWidget()
  useEffect(() => {
    if (tone === 'danger') announce(detail ? `${text}. ${detail}` : text, 'assertive')
  }, [announce, tone, text, detail])
  return (
    <div className="send-note" data-tone={tone}>
      <Icon shape={tone === 'plain' ? info : warning} size={18} />
      <div>
        <p>{text}</p>
        {detail && <p className="send-note-detail">{detail}</p>}
      </div>
    </div>
  )
}
