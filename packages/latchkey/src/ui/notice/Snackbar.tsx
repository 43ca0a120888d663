import { useEffect, useSyncExternalStore } from 'react'
import { Icon } from '../icon/Icon.tsx'
import { close, failure, success } from '../icon/shapes.ts'
import { IconButton } from '../iconbutton/IconButton.tsx'
import { Spinner } from '../spinner/Spinner.tsx'
import { useCss } from '../stage/useCss.ts'
import type { Notices } from './createNotices.ts'
import css from './notice.css'

export declare namespace Snackbar {
  interface Props {
    readonly notices: Notices
    readonly closeLabel: string
  }
}

/** The notice inside the card, over the header, so that it never covers an action; its words are read out. */
export function Snackbar({ notices, closeLabel }: Snackbar.Props) {
  const stage = useCss(css)
  const state = useSyncExternalStore(notices.subscribe, notices.getSnapshot, notices.getSnapshot)
  const notice = state.phase === 'open' ? state.notice : null
  useEffect(() => {
    if (notice) stage?.announce(notice.message, notice.variant === 'error' ? 'assertive' : 'polite')
  }, [stage, notice])
  if (!notice) return null
  return (
    <div className="notice" part="notice" data-variant={notice.variant}>
      <span className="notice-icon">
        {notice.variant === 'loading' ? (
          <Spinner />
        ) : (
          <Icon shape={notice.variant === 'error' ? failure : success} size={18} />
        )}
      </span>
      <span className="notice-words">{notice.message}</span>
      <IconButton shape={close} size={16} label={closeLabel} onClick={notices.close} />
    </div>
  )
}
