import { Module } from '@nestjs/common';
import { ImageTool } from './image-tool';
import { FfmpegTool } from './ffmpeg-tool';

/** Tools for pictures, sound and video. */
@Module({
  providers: [ImageTool, { provide: FfmpegTool, useFactory: () => new FfmpegTool() }],
  exports: [ImageTool, FfmpegTool],
})
export class ImagingModule {}
