import type { Words } from './words'

export const VIETNAMESE: Words & Record<string, string> = {
  edges: 'và nhưng hoặc vì cảm trân',
  fillers: 'xin vui-lòng ạ nhé làm-ơn ngay vui lòng',

  me: 'tôi/chúng-tôi/mình/em/bên-tôi/công-ty-tôi/địa-chỉ/email/thư/tên/thông-tin/dữ-liệu/email-này/email-của-tôi/địa-chỉ-email/địa-chỉ-này/chúng-mình/email-tôi',
  emails:
    'email/thư/mail/tin/tin-nhắn/quảng-cáo/thư-rác/bản-tin/thư-quảng-cáo/thông-tin/liên-hệ/chào-hàng/thư-điện-tử/thư-từ',
  list: 'danh-sách/hệ-thống/cơ-sở-dữ-liệu/dữ-liệu/danh-bạ/mailing-list/list',
  take: 'xóa/xoá/gỡ/loại/bỏ/hủy/huỷ/rút/đưa/gạch',
  stop: 'đừng/không/ngừng/dừng/ngưng/chấm-dứt/thôi/tránh/hạn-chế/xin-đừng',

  not: 'chưa',
  reported: 'nhấn/bấm vào | nếu bạn/quý … không muốn | nói-rằng/khách-hàng/tại-sao/làm-sao/người-dùng',
  except: 'trước/thứ-hai/cho-đến/<day>/cuối-tuần/gọi-điện/ngày-mai/hôm-nay/tuần-sau',
  remove:
    'TAKE ME … … (ra) khỏi … LIST | TAKE ME (khỏi) … LIST | TAKE ME (_) (_) (ra) khỏi | (ra) khỏi LIST | hủy/huỷ đăng-ký/nhận/theo-dõi | hủy-đăng-ký/huỷ-đăng-ký | xóa/xoá (mọi/toàn-bộ/các) thông-tin/dữ-liệu/địa-chỉ/email (_) (_) (tôi/chúng-tôi/này) | từ chối nhận',
  noMore:
    'STOP (nên/muốn/cần/có-nhu-cầu/gửi/liên-hệ) (_) (gửi/nhận/liên-hệ/liên-lạc/làm-phiền) … (EMAILS) (_) (_) (_) nữa/thêm/tiếp | STOP gửi/nhận/liên-hệ/liên-lạc/viết/làm-phiền/spam … … nữa/thêm/tiếp | ngừng/dừng/ngưng/chấm-dứt/thôi/hạn-chế (việc) gửi/liên-hệ/liên-lạc/làm-phiền/quảng-cáo | không muốn (tiếp-tục) nhận/bị (thêm) (EMAILS/bất/những/các/làm-phiền) | đừng gửi (EMAILS) (cho) (tôi/chúng-tôi/nữa) | không (tiếp-tục) gửi (thêm) EMAILS | đừng làm-phiền/liên-hệ/liên-lạc | không nhận EMAILS | mong/mong-muốn … không nhận/gửi/liên-hệ (_) (thêm) (EMAILS)',
  perhaps:
    'là spam | thư rác | lấy … email/địa-chỉ … ở-đâu/từ-đâu | nghị-định | quyền riêng-tư | không quan-tâm … đừng',

  away: 'nghỉ-phép/nghỉ-lễ/nghỉ-mát/nghỉ-ốm/thai-sản/công-tác/nghỉ-thai-sản/nghỉ-tết/nghỉ-việc-riêng/nghỉ-hè/vắng-mặt/đi-vắng/du-lịch/đi-công-tác/nghỉ-bệnh | không (có) (mặt) (ở/tại) văn-phòng/cơ-quan | không có mặt | (sẽ) (quay/trở) trở-lại/quay-lại/trở-về/quay-về … (văn-phòng/làm-việc/ngày) … <day> | văn phòng … đóng-cửa/nghỉ | ngoài văn phòng',
  covered:
    'khẩn/khẩn-cấp/gấp/cần-gấp/việc-gấp … … … … liên-hệ/gọi/liên-lạc/<address>/nhắn | liên-hệ/gọi/liên-lạc … … … <address> | trong thời-gian (này/đó/_) | thay-mặt/thay-tôi/hỗ-trợ/phụ-trách/thay-thế | hạn-chế/không-thể/không-kiểm-tra/ít … (truy-cập/kiểm-tra/trả-lời/email) | không (được) (kiểm-tra/chuyển-tiếp/đọc) (email/thư) | chậm trễ | phản hồi chậm/muộn',
  later:
    'trả-lời/phản-hồi/hồi-âm/liên-hệ/liên-lạc … … … khi/sau/ngay-khi … … (quay/trở-lại/trở-về/quay-lại/về) | khi … trở-lại/quay-lại/trở-về | sau (khi) (kỳ) nghỉ',
  left: 'nghỉ-việc/thôi-việc/nghỉ-hưu/chuyển-công-tác | không còn làm-việc/công-tác/sử-dụng/hoạt-động/làm | đã rời (khỏi) công-ty | (hộp-thư/địa-chỉ/tài-khoản/email) … (đã) (bị) đóng/ngừng/không-còn/vô-hiệu',
  received:
    'đã nhận được … email/thư/yêu-cầu/mail/câu-hỏi/tin-nhắn/thông-tin/liên-hệ | đã tiếp-nhận/nhận … yêu-cầu/email/thư/thông-tin | (email/thư/yêu-cầu) … (đã) được tiếp-nhận/nhận/ghi-nhận/tạo/gửi-đến | ghi nhận',
  promise:
    'phản-hồi/trả-lời/liên-hệ/hồi-âm/liên-lạc/xử-lý … … … … sớm/sớm-nhất/thời-gian/trong-vòng/giờ/ngày/<day> | sớm nhất | trong vòng (_) <day> | giờ làm việc | trong thời gian sớm',
  ticket: 'mã-yêu-cầu/mã-số/mã/số-phiếu/yêu-cầu-số/mã-hồ-sơ … <day> | tiêu-đề … giữ/mã | giữ … tiêu-đề/mã',
  challenge:
    'xác-nhận/xác-minh/nhấp/bấm/nhấn/chứng-minh … … … … người-thật/con-người/người/robot/liên-kết/đường-dẫn/người-gửi/link | bộ-lọc/lọc-thư/chống-spam/thư-rác … … … … hàng-đợi/chờ/giữ/sử-dụng/dùng/đang | (email/thư) … (đang) chờ/bị-giữ/cách-ly/giữ',
  automatic:
    'tự-động … (trả-lời/gửi/email/thư/tin-nhắn/phản-hồi) | trả-lời/thư/email/phản-hồi/gửi (_) tự-động',
  courtesy:
    'cảm-ơn/cám-ơn … | trân trọng | chúc … | xin lỗi … | kính chào | xin chào | thông cảm | kính gửi | không trả-lời (vào) (email/thư) này | không phản-hồi (email/thư) này | vui lòng không trả lời',
  personal:
    'rất-quan-tâm/có-quan-tâm/đang-quan-tâm/tôi-quan-tâm/báo-giá/mức-giá/ngân-sách/hợp-đồng/cuộc-họp/demo/đặt-hàng/đặt-mua/muốn-mua/chi-phí/hóa-đơn/bao-nhiêu/ngày-mai/hôm-nay/gửi-cho-tôi/gọi-cho-tôi/thảo-luận/trao-đổi/đề-xuất/tại-sao/tuần-sau/hợp-tác',
}
