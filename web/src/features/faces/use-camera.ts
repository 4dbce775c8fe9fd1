import { useEffect, useRef, useState } from 'react';

/** The size of a selfie, in pixels. */
const SIZE = { width: 720, height: 960 };
const QUALITY = 0.85;

/** Provides the front camera while a screen shows it; switches it off when the screen unmounts. */
export function useCamera() {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<'starting' | 'ready' | 'failed'>('starting');
  useEffect(() => {
    let stream: MediaStream | undefined;
    let gone = false;
    const stop = () => stream?.getTracks().forEach((track) => track.stop());
    const fail = () => setState('failed');
    const show = async () => {
      stream = await open();
      if (gone || !video.current) return stop();
      // The camera was unplugged, or the permission withdrawn.
      for (const track of stream.getTracks()) track.addEventListener('ended', fail);
      video.current.srcObject = stream;
      await video.current.play();
      setState('ready');
    };
    show().catch(fail);
    return () => {
      gone = true;
      stop();
    };
  }, []);
  return { video, state, take: () => pictureOf(video.current!) };
}

async function open(): Promise<MediaStream> {
  return await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'user', width: { ideal: 1280 }, height: { ideal: 960 } },
    audio: false,
  });
}

/** Returns the camera's current picture, cropped to 3:4, as a base64 JPEG. */
function pictureOf(video: HTMLVideoElement): string {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, SIZE);
  const scale = Math.max(SIZE.width / video.videoWidth, SIZE.height / video.videoHeight);
  const [width, height] = [video.videoWidth * scale, video.videoHeight * scale];
  canvas
    .getContext('2d')!
    .drawImage(video, (SIZE.width - width) / 2, (SIZE.height - height) / 2, width, height);
  const url = canvas.toDataURL('image/jpeg', QUALITY);
  return url.slice(url.indexOf(',') + 1);
}
