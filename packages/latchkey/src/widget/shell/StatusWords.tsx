import { useEffect } from 'react'
import { afterPaint } from '../../engine/base/afterPaint.ts'
import { useEngineState } from './useEngineState.ts'
import { useWidget } from './useWidget.ts'

export declare namespace StatusWords {
  interface Props {
    /** What happened: for an error SPEC §8's sentence. */
    readonly title: string
    /** What to do. */
    readonly detail?: string | undefined
    readonly tone?: 'plain' | 'error'
    /** Not said when it is there from the start: the view's title says as much. */
    readonly quiet?: boolean
    /** The title is a heading below the view's. */
    readonly heading?: boolean
  }
}

/** How something stands, in two lines, said to those who do not see them. */
export function StatusWords({ title, detail, tone = 'plain', quiet = false, heading }: StatusWords.Props) {
  const widget = useWidget()
  const Title = heading ? 'h3' : 'p'
  const open = useEngineState(({ modal }) => modal.open)
  // A view drawn ahead is not shown yet; and the announcement of the focused title must not replace this one.
  useEffect(() => {
    if (quiet || !open) return
    const words = detail ? `${title}. ${detail}` : title
    return afterPaint(widget.engine.ctx.clock, () => {
      if (widget.isVisited()) widget.announce(words, tone === 'error' ? 'assertive' : 'polite')
    })
  }, [widget, open, quiet, title, detail, tone])
  return (
    <div className="status-words" data-tone={tone}>
      <Title className="status-title">{title}</Title>
      {detail && <p className="status-detail">{detail}</p>}
    </div>
  )
}
