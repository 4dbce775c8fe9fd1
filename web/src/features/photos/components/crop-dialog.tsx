import './crop-dialog.css';
import { useEffect, useRef, useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { Slider } from '../../../ui/slider.tsx';
import { cropToJpeg, ZOOM, type Area } from '../crop.ts';
import { words } from '../words.ts';

const ASPECT = 3 / 4;
const USUAL_WIDTH = 300;

type Props = {
  file: File;
  onCropped: (photo: Blob) => void;
  onCancel: () => void;
};

/** Lets the user choose which part of a picture becomes the photo. */
export default function CropDialog({ file, onCropped, onCancel }: Props) {
  const url = useObjectUrl(file);
  const [viewport, setViewport] = useState<HTMLElement | null>(null);
  const width = useWidth(viewport);
  const [position, setPosition] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area>();
  const [busy, setBusy] = useState(false);
  const [broken, setBroken] = useState(false);
  const [problem, setProblem] = useState<string>();
  const open = useRef(true);
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);

  const use = async () => {
    if (!area) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const photo = await cropToJpeg(file, area);
      // The user may have cancelled meanwhile.
      if (open.current) onCropped(photo);
    } catch {
      setProblem(words.unreadable);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onCancel();
      }}
      title={words.crop.title}
      scene={
        <div ref={setViewport} className="crop relative overflow-hidden rounded-card bg-sunken">
          {url && (
            <Cropper
              image={url}
              crop={position}
              onCropChange={setPosition}
              zoom={zoom}
              onZoomChange={setZoom}
              minZoom={ZOOM.min}
              maxZoom={ZOOM.max}
              cropSize={{ width, height: width / ASPECT }}
              aspect={ASPECT}
              objectFit="cover"
              restrictPosition={zoom >= 1}
              showGrid={false}
              disableAutomaticStylesInjection
              keyboardStep={8}
              // Before the picture has loaded, the area is not a number.
              onCropComplete={(_, pixels) => pixels.width > 0 && setArea(pixels)}
              mediaProps={{ onError: () => setBroken(true) }}
              cropperProps={{ role: 'group', 'aria-label': words.crop.area }}
            />
          )}
        </div>
      }
      footer={
        <Actions
          problem={broken ? words.unreadable : problem}
          busy={busy}
          ready={area !== undefined && !broken}
          onUse={() => void use()}
          onCancel={onCancel}
        />
      }
    >
      <p className="mt-3 mb-4 text-center text-small text-soft">{words.crop.hint}</p>
      <div className="mx-auto max-w-75">
        <Slider
          {...ZOOM}
          label={words.crop.zoom}
          value={zoom}
          onChange={setZoom}
          format={words.crop.factor}
        />
      </div>
    </Dialog>
  );
}

type ActionsProps = {
  problem: string | undefined;
  busy: boolean;
  ready: boolean;
  onUse: () => void;
  onCancel: () => void;
};

function Actions({ problem, busy, ready, onUse, onCancel }: ActionsProps) {
  return (
    <>
      <InlineError>{problem}</InlineError>
      <div className="crop-actions">
        <Button variant="ghost" block onClick={onCancel}>
          {words.crop.cancel}
        </Button>
        <Button block busy={busy} busyText={words.crop.busy} disabled={!ready} onClick={onUse}>
          {words.crop.use}
        </Button>
      </div>
    </>
  );
}

function useObjectUrl(file: File): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}

/** Returns the layout width of an element: while a dialog opens, it is drawn smaller. */
function useWidth(element: HTMLElement | null): number {
  const [width, setWidth] = useState(USUAL_WIDTH);
  useEffect(() => {
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
