import { Component, type ContextType, createRef, type ReactNode } from 'react'
import { afterPaint } from '../../engine/base/afterPaint.ts'
import type { Phase } from './useShownEntry.ts'
import { WidgetContext } from './WidgetContext.tsx'

export declare namespace ViewLayer {
  interface Props {
    readonly view: string
    readonly phase: Phase
    /** It fades beneath its cover, over the view that replaced it, and cannot be reached any more. */
    readonly under: boolean
    readonly children: ReactNode
  }
}

/** One view in the card. A class, because React has no hook that measures just before a change. */
export class ViewLayer extends Component<ViewLayer.Props> {
  static override readonly contextType = WidgetContext
  declare context: ContextType<typeof WidgetContext>
  readonly #root = createRef<HTMLDivElement>()
  #cancel = () => {}

  // Out of the flow it keeps the size it had: neither does the card, nor what it has scrolled, jump.
  override getSnapshotBeforeUpdate({ under }: ViewLayer.Props) {
    const root = this.#root.current
    if (root && under !== this.props.under) {
      const { offsetWidth: width, offsetHeight: height } = root
      const { left, top } = root.getBoundingClientRect()
      // Now it comes under, if it was not; the card is centred, and so is the view in one that changes its width.
      root.style.blockSize = under ? '' : `${height}px`
      root.style.inlineSize = under ? '' : `${width}px`
      root.style.marginInlineStart = under ? '' : `calc(50% - ${width / 2}px)`
      if (under) delete root.dataset.was
      else root.dataset.was = `${left} ${top}`
      this.#cancel()
      if (under) root.inert = false
      // Inert restyles all there is in it, which the new view's first picture does not wait for.
      else if (this.context)
        this.#cancel = afterPaint(this.context.engine.ctx.clock, () => {
          root.inert = true
        })
    }
    return null
  }

  override componentWillUnmount() {
    this.#cancel()
  }

  // React asks for one beside the snapshot.
  override componentDidUpdate() {}

  override render() {
    const { view, phase, under, children } = this.props
    return (
      <div
        className="shell-view"
        ref={this.#root}
        data-of={view}
        data-phase={under ? 'out' : phase}
        data-under={under || phase === 'ahead' ? '' : undefined}
        aria-hidden={under || undefined}
      >
        {children}
      </div>
    )
  }
}
