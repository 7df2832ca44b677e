import { Module } from '@nestjs/common';
import { BackgroundFfmpeg } from './background-ffmpeg';
import { DecodingSlots } from './decoding-slots';
import { FfmpegTool } from './ffmpeg-tool';
import { ImageTool } from './image-tool';

/** Tools for pictures, sound and video. */
@Module({
  providers: [
    DecodingSlots,
    { provide: BackgroundFfmpeg, useFactory: () => new BackgroundFfmpeg() },
    {
      provide: ImageTool,
      inject: [DecodingSlots],
      useFactory: (slots: DecodingSlots) => new ImageTool(slots),
    },
    {
      provide: FfmpegTool,
      inject: [DecodingSlots],
      useFactory: (slots: DecodingSlots) => new FfmpegTool(slots),
    },
  ],
  exports: [BackgroundFfmpeg, ImageTool, FfmpegTool],
})
export class ImagingModule {}
