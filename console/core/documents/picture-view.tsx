import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../texts/language.tsx';
import { Notice } from '../ui/states.tsx';
import type { PagePlace } from './mark.tsx';
import classes from './viewer.module.css';

interface PictureViewProps {
  contents: Blob;
  type: string;
  name: string;
  /** Its place is in pixels of the picture, from the lower left corner. */
  mark: PagePlace | undefined;
}

export function PictureView({ contents, type, name, mark }: PictureViewProps) {
  const texts = useTexts();
  const [url, setUrl] = useState<string | undefined>();
  const [isBroken, setBroken] = useState(false);
  const [size, setSize] = useState<{ width: number; height: number } | undefined>();
  useEffect(() => {
    const made = URL.createObjectURL(contents.slice(0, contents.size, type));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [contents, type]);
  if (isBroken) return <Notice title={texts.documents.damaged} />;
  return (
    <div className={classes.picture}>
      <div className={classes.framed}>
        <img
          src={url}
          alt={name}
          onLoad={({ currentTarget }) =>
            setSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
          }
          onError={() => setBroken(true)}
        />
        {mark !== undefined && size !== undefined && <PictureMark mark={mark} size={size} />}
      </div>
    </div>
  );
}

interface PictureMarkProps {
  mark: PagePlace;
  size: { width: number; height: number };
}

/** The frame around a place of the picture. It scrolls into view when it appears. */
function PictureMark({ mark, size: { width, height } }: PictureMarkProps) {
  const texts = useTexts();
  const frame = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each place that is asked for.
  useEffect(() => {
    frame.current?.scrollIntoView({ block: 'center', inline: 'nearest' });
  }, [mark]);
  const { left, bottom, right, top } = mark.rectangle;
  const share = (part: number, whole: number) => `${(100 * part) / whole}%`;
  return (
    <div
      ref={frame}
      className={classes.mark}
      role="img"
      aria-label={texts.documents.proposals.marked}
      style={{
        left: share(left, width),
        top: share(height - top, height),
        width: share(right - left, width),
        height: share(top - bottom, height),
      }}
    />
  );
}
